-- The lease protocol of one pool of node ids. Stored format 1; see docs/design.md for why each rule is there.
--
-- KEYS[1]  leases: hash of run, last, ttl, limit, raised, doubted, origin, and of each node id that was ever used
--          e<node>  when its window closes (ms)
--          h<node>  its holder; none if it was given back
--
-- ARGV     operation, holder, ttl (ms), longest ttl the asker has seen (ms), 1 if it has seen the record before, else 0,
--          then for  acquire:  size of the pool, a random node id
--                    renew:    node id, window start and window end as the holder knows it (ms)
--                    release:  node id, latest timestamp used (ms)
--
-- Answer   'granted',   clock, node id, window start, window end, longest ttl, run
--          'exhausted', clock, then of each of up to ten: node id, holder, window end
--          'settling',  clock, ms
--          'lost',      clock
--          'released',  clock
--
-- acquire looks at every node id that was ever used; the others take constant time.

local LOSS    = 1000 -- ms: more than what a failover loses of the latest writes
local MARGIN  = 2000 -- ms: more than any two servers' clocks differ
local HOLDERS = 10   -- how many an exhausted pool names

local operation, holder, ttl = ARGV[1], ARGV[2], tonumber(ARGV[3])

-- The replication id changes with each start of a master and each promotion, so it tells that writes may be lost.
local info = redis.pcall('INFO', 'replication')
local run = type(info) == 'string' and string.match(info, 'master_replid:(%w+)') or ''
if type(info) == 'string' and string.find(info, 'role:slave', 1, true) then
    return redis.error_reply('READONLY idgen leases from masters only')
end

local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local stored = redis.call('HMGET', KEYS[1], 'run', 'last', 'ttl', 'limit', 'raised', 'doubted')
local missing = not stored[2]
local record = {
    run = stored[1] or run, last = tonumber(stored[2] or 0), ttl = tonumber(stored[3] or 0),
    limit = tonumber(stored[4] or 0), raised = tonumber(stored[5] or 0), doubted = tonumber(stored[6] or 0)
}

-- Never runs backwards: a window begins after all that closed before it.
local now = math.max(clock, record.last)
record.last = now

-- A longer ttl than any before is granted only once a failover cannot forget it: the wait after one must outlast it.
if now > record.raised + LOSS + MARGIN then
    record.limit = record.ttl
end
local longest = math.max(record.ttl, ttl, tonumber(ARGV[4]))
if longest > record.ttl then
    record.ttl, record.raised = longest, now
end
if missing then
    record.limit = longest
end

-- Since when writes may be missing that were made before. A record that is missing was lost if the asker has seen it.
local changed = record.run ~= run and record.run ~= '' and run ~= ''
local lost = missing and (ARGV[5] == '1' or operation ~= 'acquire')
if changed or lost then
    record.doubted = now
end
if run ~= '' then
    record.run = run
end
-- Until then a window that the record does not know of may be open.
local settled = record.doubted == 0 and 0 or record.doubted + longest + MARGIN

local function save(...)
    redis.call('HSET', KEYS[1], 'run', record.run, 'last', record.last, 'ttl', record.ttl, 'limit', record.limit,
        'raised', record.raised, 'doubted', record.doubted, ...)
end

local function grant(node, from, upTo, ends)
    save('e' .. node, math.max(ends, upTo), 'h' .. node, holder)
    return { 'granted', clock, tonumber(node), from, upTo, longest, run }
end

local reach = now + math.min(ttl, record.limit)

if operation == 'acquire' then
    local size = tonumber(ARGV[6])
    if now <= settled then
        save()
        return { 'settling', clock, settled - now + 1 }
    end
    local fields = redis.call('HGETALL', KEYS[1])
    local ends, holders, used, free = {}, {}, {}, nil
    local function before(a, b)
        return ends[a] < ends[b] or ends[a] == ends[b] and tonumber(a) < tonumber(b)
    end
    for i = 1, #fields, 2 do
        local kind, node = string.match(fields[i], '^([eh])(%d+)$')
        if kind == 'e' then
            ends[node] = tonumber(fields[i + 1])
            used[#used + 1] = node
            if ends[node] < now and not (free and before(free, node)) then
                free = node
            end
        elseif kind == 'h' then
            holders[node] = fields[i + 1]
        end
    end
    for node, name in pairs(holders) do
        if name == holder then -- asked again because the answer did not come: it is the same lease
            return grant(node, now, reach, ends[node])
        end
    end
    if free then
        return grant(free, now, reach, 0)
    end
    if #used < size then
        local node = tonumber(ARGV[7])
        while ends[tostring(node)] do
            node = (node + 1) % size
        end
        return grant(tostring(node), now, reach, 0)
    end
    save()
    table.sort(used, before)
    local answer = { 'exhausted', clock }
    for i = 1, math.min(HOLDERS, #used) do
        answer[#answer + 1] = tonumber(used[i])
        answer[#answer + 1] = holders[used[i]] or ''
        answer[#answer + 1] = ends[used[i]]
    end
    return answer
end

local node = ARGV[6]
local lease = redis.call('HMGET', KEYS[1], 'e' .. node, 'h' .. node)
local ends = tonumber(lease[1] or 0)
local held = lease[2] == holder

if operation == 'release' then
    if held then
        save('e' .. node, math.min(ends, tonumber(ARGV[7])))
        redis.call('HDEL', KEYS[1], 'h' .. node)
    else
        save()
    end
    return { 'released', clock }
end

local from, upTo = tonumber(ARGV[7]), tonumber(ARGV[8])
local keeps
if held then
    -- If its window reaches beyond the writes that were lost, they cannot have given the node id to another.
    keeps = record.doubted == 0 or math.max(ends, upTo) >= record.doubted + MARGIN
else
    -- The record lost the lease. Nobody was given the node id since, as far as it knows, nor before that, as the window
    -- is open still.
    keeps = ends < from and upTo >= now + MARGIN
end
if not keeps then
    save()
    return { 'lost', clock }
end
return grant(node, from, math.max(reach, upTo), ends)
