-- The lease protocol of one bucket. Stored format 1; see docs/design.md for why each rule is there.
--
-- KEYS[1]  sequence: hash of run, quarter, position, entered, last, end0 .. end3, ttl
-- KEYS[2]  lock: string naming the reason, with an expiry; while it exists no number is granted
--
-- ARGV     operation, quarter size, ttl, longest ttl in the namespace (ms),
--          then for  birth:   creation of the namespace (ms), a random quarter
--                    lease:   creation of the namespace (ms), a random quarter, count
--                    extend:  run, first number and window start of the grant
--
-- Answer   'granted', now, clock, first, count, window start, window end, run
--          'locked',  now, clock, reason, ms
--          'unborn',  now, clock
--          'ended',   now, clock

local QUARTERS     = 4
local LOSS         = 1000 -- ms: more than what a failover loses of the latest writes
local CLOCK_MARGIN = 2000 -- ms: more than any two servers' clocks differ
local LOOK_AGAIN   = 1000 -- ms: when to ask again if a lock set by hand has no expiry
local BIRTH        = 5000 -- ms: how long the creator of a namespace may create its buckets

local operation, size, ttl, longest = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])

-- The replication id changes with each start of a master and each promotion, so it tells that writes may be lost,
-- also when a master is demoted and promoted again without a restart, which the run id does not show.
local info = redis.pcall('INFO', 'replication')
local run = type(info) == 'string' and string.match(info, 'master_replid:(%w+)') or ''
-- The run of the master whose data a promoted replica goes on with; zeros if there was none.
local former = type(info) == 'string' and string.match(info, 'master_replid2:(%w+)') or ''
if type(info) == 'string' and string.find(info, 'role:slave', 1, true) then
    return redis.error_reply('READONLY idgen leases from masters only')
end

local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local stored = redis.call('HMGET', KEYS[1], 'run', 'quarter', 'position', 'entered', 'last', 'ttl',
    'end0', 'end1', 'end2', 'end3')
local missing = not stored[1]
local record = {
    run = stored[1], quarter = tonumber(stored[2]), position = tonumber(stored[3]), entered = tonumber(stored[4]),
    ends = {}
}
for quarter = 0, QUARTERS - 1 do
    record.ends[quarter] = tonumber(stored[7 + quarter] or 0)
end
longest = math.max(longest, ttl, tonumber(stored[6] or 0))

-- Never runs backwards, also across servers: a bucket whose server's clock was set back goes on to the end of its quarter.
local now = math.max(clock, tonumber(stored[5] or 0))

local function save()
    redis.call('HSET', KEYS[1], 'run', record.run, 'quarter', record.quarter, 'position', record.position,
        'entered', record.entered, 'last', now, 'ttl', longest,
        'end0', record.ends[0], 'end1', record.ends[1], 'end2', record.ends[2], 'end3', record.ends[3])
end

local function lock(reason, ms)
    save()
    redis.call('SET', KEYS[2], reason, 'PX', ms)
    return { 'locked', now, clock, reason, ms }
end

local function grant(first, count, entered)
    local quarter = record.quarter
    record.ends[quarter] = math.max(record.ends[quarter], now + ttl)
    save()
    return { 'granted', now, clock, first, count, entered, now + ttl, run }
end

if operation == 'extend' then
    local first, entered = tonumber(ARGV[6]), tonumber(ARGV[7])
    if missing or run ~= ARGV[5] or record.run ~= run or record.entered ~= entered
        or record.quarter ~= math.floor(first / size) then
        return { 'ended', now, clock }
    end
    return grant(first, 0, entered)
end

local locked = redis.call('GET', KEYS[2])
if locked then
    local ms = redis.call('PTTL', KEYS[2])
    return { 'locked', now, clock, locked, ms < 0 and LOOK_AGAIN or ms }
end

local reason = 'failover'
if missing then
    local age = now - tonumber(ARGV[5])
    local new = age < BIRTH and age > -CLOCK_MARGIN
    if new and operation ~= 'birth' then
        return { 'unborn', now, clock }
    end
    record = { run = run, quarter = tonumber(ARGV[6]), position = 0, entered = now,
        ends = { [0] = 0, [1] = 0, [2] = 0, [3] = 0 } }
    if not new then -- the record was lost: every window handed out must close first
        record.entered = now + longest + CLOCK_MARGIN
        reason = 'lost'
    end
end

-- A server that started after the record was written last has read it from disk. An append-only file lacks the last
-- moment, like a replica; a snapshot may be any age, and every window handed out since must close first.
local function read_from_snapshot()
    local all = redis.pcall('INFO')
    local uptime = type(all) == 'string' and tonumber(string.match(all, 'uptime_in_seconds:(%d+)')) or 0
    return clock - uptime * 1000 > tonumber(stored[5]) - CLOCK_MARGIN
        and not (type(all) == 'string' and string.find(all, 'aof_enabled:1', 1, true))
end

-- A promoted replica whose former master is not the server that wrote the record: there was another in between, which may
-- have read it from a snapshot, and been lost before the bucket was used again.
local function passed_on_unused()
    return string.find(former, '[^0]') and former ~= record.run
end

local failedover = record.run ~= run and run ~= ''
if operation == 'lease' and (failedover or record.position >= size) then
    local entered, steps
    if failedover and (read_from_snapshot() or passed_on_unused()) then
        entered, steps, reason = math.max(record.entered, now + longest + CLOCK_MARGIN), 1, 'lost'
    elseif failedover then
        -- The writes that were lost used this quarter and perhaps the next one: hold both shut, go on behind them, and
        -- grant nothing until the skip itself is too old for another failover to lose.
        for quarter = record.quarter, record.quarter + 1 do
            local shut = quarter % QUARTERS
            record.ends[shut] = math.max(record.ends[shut], now + longest + LOSS + CLOCK_MARGIN)
        end
        entered, steps = math.max(record.entered, now + LOSS), 2
    else
        -- A quarter is used for longer than what a failover loses, so what it loses touches two quarters at most.
        entered, steps, reason = math.max(record.entered + LOSS, now), 1, 'overflow'
    end
    record.run, record.quarter, record.position = run, (record.quarter + steps) % QUARTERS, 0
    record.entered = math.max(entered, record.ends[record.quarter] + 1)
end

if now < record.entered then
    return lock(reason, record.entered - now)
end
local count = math.min(tonumber(ARGV[7] or 0), size - record.position)
local first = record.quarter * size + record.position
record.position = record.position + count
return grant(first, count, record.entered)
