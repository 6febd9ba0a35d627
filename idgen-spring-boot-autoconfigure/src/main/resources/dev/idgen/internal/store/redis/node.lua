-- The lease protocol of one pool of node ids. Stored format 2; docs/design.md has the proof.
--
-- KEYS[1]  leases: hash of run, last, ttl, settled, doubted, and of each node id that was ever used
--          e<node>  when its window closes (ms)
--          h<node>  its holder; none if it was given back
--
-- ARGV     operation, holder, node id (for acquire a random one), ttl, longest ttl known, settled ttl known (ms), 1 if the ttl
--          is settled now, else 0, the time that the asker expects (ms, 0 if it does not know), since when its connection can be
--          trusted (ms), then for
--          acquire:  how many node ids the asker's region has, the time when nothing of the pool was there (ms; 0: something was;
--                    -1: not known), the first node id of the region, from one of them to the next
--          renew:    window start and window end as the holder knows it (ms)
--          release:  latest timestamp used (ms)
--
-- Answer   outcome, time, clock, longest ttl known before, settled ttl (ms), then for
--          'granted'    node id, window start, window end, run
--          'exhausted'  of each of up to ten: node id, holder, window end
--          'settling'   ms
--          or 'unborn', 'lost', 'released'
--
-- acquire looks at every node id that was ever used; the others take constant time.

local MARGIN  = 2000  -- ms: servers' clocks differ by less, and a master that was replaced is silent by then
local AHEAD   = 60000 -- ms: a clock further ahead of what is expected is wrong
local BIRTH   = 5000  -- ms: for how long a pool of which nothing was there is new
local RETRY   = 200   -- ms: when one who could do nothing asks again
local HOLDERS = 10    -- how many an exhausted pool names

local operation, holder, node = ARGV[1], ARGV[2], ARGV[3]
local ttl, expected, since = tonumber(ARGV[4]), tonumber(ARGV[8]), tonumber(ARGV[9])

-- The replication id changes with each start of a master and each promotion.
local info = redis.pcall('INFO', 'replication')
local told = type(info) == 'string'
local run = told and string.match(info, 'master_replid:(%w+)') or ''
if told and not string.find(info, 'role:master', 1, true) then
    return redis.error_reply('READONLY idgen leases from masters only')
end

local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)
local wrong = expected > 0 and clock > expected + AHEAD
local now = wrong and expected or clock

local stored = redis.call('HMGET', KEYS[1], 'run', 'last', 'ttl', 'settled', 'doubted', 'e' .. node, 'h' .. node)
local missing, shown = not stored[1], tonumber(stored[3] or 0)
local record = {
    run = stored[1] or run, last = tonumber(stored[2] or 0), ttl = math.max(shown, tonumber(ARGV[5])),
    settled = tonumber(stored[4] or ARGV[6]), doubted = tonumber(stored[5] or 0)
}
local ends, held = tonumber(stored[6] or 0), stored[7] == holder
if ARGV[7] == '1' and shown >= ttl then
    record.settled = math.max(record.settled, ttl)
end

local function answer(outcome, ...)
    return { outcome, now, clock, shown, record.settled, ... }
end

if operation == 'release' then
    if held then
        redis.call('HSET', KEYS[1], 'e' .. node, math.min(ends, tonumber(ARGV[10])))
        redis.call('HDEL', KEYS[1], 'h' .. node)
    end
    return answer('released')
end

local looked = operation == 'acquire' and tonumber(ARGV[11]) or 0
if missing and looked < 0 then
    return answer('unborn')
end
local new = missing and looked > 0 and math.abs(now - looked) < BIRTH

-- Nobody was leased the node id since this window began, as far as the record knows: it lost the lease.
local from, upTo = tonumber(ARGV[10]), tonumber(ARGV[11])
local unheard = operation == 'renew' and not held and ends < from

if missing and not new or run ~= '' and record.run ~= run or unheard and from > record.doubted + MARGIN then
    if wrong or expected == 0 then
        return answer('settling', RETRY) -- nothing ever makes a doubt earlier again
    end
    record.doubted = math.max(record.doubted, clock, record.last)
end
record.run = run ~= '' and run or record.run
redis.call('HSET', KEYS[1], 'run', record.run, 'ttl', record.ttl, 'settled', record.settled, 'doubted', record.doubted)

-- A server that does not tell its run: a connection that was made anew may lead to another server.
local doubted = record.doubted
if run == '' and not new then
    doubted = math.max(doubted, math.min(since, now))
end

local reach = now + math.min(ttl, record.settled)

local function grant(of, begin, upTo, reached)
    redis.call('HSET', KEYS[1], 'last', math.max(record.last, now), 'e' .. of, math.max(upTo, reached), 'h' .. of, holder)
    return answer('granted', tonumber(of), begin, upTo, run)
end

if operation == 'renew' then
    -- Anybody who was leased the node id later, in writes that were lost, was so after this window had closed.
    if upTo >= doubted + MARGIN and (held or unheard) then
        return grant(node, from, math.max(reach, upTo), ends)
    end
    return answer('lost')
end

-- Until then a window that the record does not know of may be open.
local wait = doubted + record.ttl + MARGIN - now
if wait >= 0 then
    return answer('settling', wait + 1)
end

local size, first, step = tonumber(ARGV[10]), tonumber(ARGV[12]), tonumber(ARGV[13])
local fields = redis.call('HGETALL', KEYS[1])
local closes, holders, used = {}, {}, {}
for i = 1, #fields, 2 do
    local kind, of = string.match(fields[i], '^([eh])(%d+)$')
    if of and tonumber(of) % step ~= first then
        -- It is another region's.
    elseif kind == 'e' then
        closes[of] = tonumber(fields[i + 1])
        used[#used + 1] = of
    elseif kind == 'h' then
        holders[of] = fields[i + 1]
    end
end
table.sort(used, function(a, b)
    return closes[a] < closes[b] or closes[a] == closes[b] and tonumber(a) < tonumber(b)
end)

local free, late
for _, of in ipairs(used) do
    if holders[of] == holder then -- asked again because the answer did not come: it is the same lease
        return grant(of, now, reach, closes[of])
    elseif closes[of] < now and (not holders[of] or closes[of] < now - record.ttl - MARGIN) then
        free = free or of
    elseif closes[of] < now then
        late = late or of -- its holder may only be slow
    end
end
if not free and #used < size then
    free = tonumber(node)
    while closes[tostring(free)] do
        free = (free - first + step) % (size * step) + first
    end
end
if free or late then
    return grant(tostring(free or late), now, reach, 0)
end
local reply = answer('exhausted')
for i = 1, math.min(HOLDERS, #used) do
    reply[#reply + 1] = tonumber(used[i])
    reply[#reply + 1] = holders[used[i]] or ''
    reply[#reply + 1] = closes[used[i]]
end
return reply
