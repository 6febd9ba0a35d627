-- Reads and swaps a group of small texts. Stored format 4. Knows nothing of leases.
--
-- KEYS[1]  hash: a text for each name
-- ARGV     'look', names ..
--          'swap', run, time (ms), limit (ms), name, next, then pairs of a name and its expected text, '' if it has none
-- Answer   1 if it wrote, else 0; time (ms); run, '' if INFO is refused; a cluster's node, else ''; the number of replicas;
--          the texts in the order of the names

local info = redis.pcall('INFO', 'replication')
local told = type(info) == 'string'
if told and not string.find(info, 'role:master', 1, true) then
    return redis.error_reply('READONLY idgen asks masters only')
end
local run = told and string.match(info, 'master_replid:(%w+)') or ''
local replicas = told and string.match(info, 'connected_slaves:(%d+)') or 0
local cluster = redis.pcall('INFO', 'cluster')
local node = type(cluster) == 'string' and string.find(cluster, 'cluster_enabled:1', 1, true) and redis.pcall('CLUSTER', 'MYID')
local clock = redis.call('TIME')
local time = tonumber(clock[1]) * 1000 + math.floor(tonumber(clock[2]) / 1000)

local swap, names = ARGV[1] == 'swap', {}
local same = swap and run == ARGV[2] and math.abs(time - tonumber(ARGV[3])) <= tonumber(ARGV[4])
for i = swap and 7 or 2, #ARGV, swap and 2 or 1 do
    names[#names + 1] = ARGV[i]
    same = same and (redis.call('HGET', KEYS[1], ARGV[i]) or '') == ARGV[i + 1]
end
if same then
    redis.call('HSET', KEYS[1], ARGV[5], ARGV[6])
end
return { same and 1 or 0, time, run, type(node) == 'string' and node or '', tonumber(replicas), unpack(#names > 0 and redis.call('HMGET', KEYS[1], unpack(names)) or {}) }
