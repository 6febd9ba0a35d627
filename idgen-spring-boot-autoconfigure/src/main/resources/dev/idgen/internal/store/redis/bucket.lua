-- The lease protocol of one bucket. Stored format 2; docs/design.md has the proof.
--
-- KEYS[1]  hash of run, quarter, position, entered, last, end0 .. end3, ttl; and closed (why), if an operator closed the bucket
--
-- ARGV     1 operation, 2 quarter size, 3 ttl, 4 longest ttl that has settled, 5 longest that anybody asked for (ms, 0 if the asker
--          does not know), 6 the time that it expects (ms, 0 likewise), 7 since when its connection can be trusted (ms),
--          then for  lease:   8 count (0 to take note only), 9 longest lead (ms), 10 a random quarter,
--                             11 the time when no bucket was there (ms; 0: some were; -1: not known),
--                             and what the asker has seen of this bucket: 12 run, 13 entered, 14 position, 15 latest time (ms)
--                    extend:  8 run, 9 first number and 10 window start of the grant
--
-- Answer   'granted', time, clock, what happened, first, count, window start, window end, run
--          'locked',  time, clock, what happened, ms
--          'unborn',  time, clock
--          'ended',   time, clock, what happened
--          What happened is '', 'overflow', 'failover', 'connection', 'lost', 'operator', 'clock' or 'unread'.

local QUARTERS = 4
local MARGIN   = 2000  -- ms: servers' clocks differ by less, and a master that was replaced is silent by then
local USE      = 1000  -- ms: the shortest window that is of use
local RETRY    = 200   -- ms: when one who could do nothing asks again
local AHEAD    = 60000 -- ms: a clock further ahead of what is expected is wrong
local BIRTH    = 5000  -- ms: for how long a namespace without buckets is new

local operation, size, ttl = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local expected, since = tonumber(ARGV[6]), tonumber(ARGV[7])

-- The replication id changes with each start of a master and each promotion; and when the first replica comes, which does no harm.
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

local stored = redis.call('HMGET', KEYS[1], 'run', 'quarter', 'position', 'entered', 'last', 'ttl',
    'end0', 'end1', 'end2', 'end3', 'closed')
local missing = not stored[1]
local record = {
    run = stored[1], quarter = tonumber(stored[2]), position = tonumber(stored[3] or 0), entered = tonumber(stored[4] or 0),
    last = tonumber(stored[5] or 0), ends = {}
}
for quarter = 0, QUARTERS - 1 do
    record.ends[quarter] = tonumber(stored[7 + quarter] or 0)
end
-- The longest ttl in use: a window that is granted now closes within it. And the longest that earlier windows may have had.
local bound = math.max(ttl, tonumber(ARGV[4]), tonumber(stored[6] or 0))
local longest = math.max(bound, tonumber(ARGV[5]))

-- A server that does not tell its run: a connection younger than the latest doubt may lead to another server.
local doubted = string.match(record.run or '', '^@(%d+)$')
local same = record.run == run
if run == '' then
    same = doubted and since <= tonumber(doubted)
end

local function save()
    redis.call('HSET', KEYS[1], 'run', record.run, 'quarter', record.quarter, 'position', record.position,
        'entered', record.entered, 'last', record.last, 'ttl', bound,
        'end0', record.ends[0], 'end1', record.ends[1], 'end2', record.ends[2], 'end3', record.ends[3])
end

local function grant(happened, first, count)
    local upTo = math.max(now + ttl, record.entered + USE)
    if count > 0 or operation == 'extend' then
        record.ends[record.quarter] = math.max(record.ends[record.quarter], upTo)
        record.last = math.max(record.last, now)
    end
    save()
    return { 'granted', now, clock, happened, first, count, record.entered, upTo, run }
end

local doubt = missing and 'lost' or not same and (run == '' and 'connection' or 'failover') or ''

if operation == 'extend' then
    local first, entered = tonumber(ARGV[9]), tonumber(ARGV[10])
    if not same or run ~= ARGV[8] or record.entered ~= entered or record.quarter ~= math.floor(first / size) then
        return { 'ended', now, clock, doubt }
    end
    return grant('', first, 0)
end

if stored[11] then
    return { 'locked', now, clock, 'operator', USE }
end

local lead, random, looked = tonumber(ARGV[9]), tonumber(ARGV[10]), tonumber(ARGV[11])
local seen = { run = ARGV[12], entered = tonumber(ARGV[13]), position = tonumber(ARGV[14]), time = tonumber(ARGV[15]) }

if missing and looked < 0 then
    return { 'unborn', now, clock }
end
-- Of an earlier run it proves nothing: that was doubted when this one began.
local behind = seen.run == run
    and (record.entered < seen.entered or record.entered == seen.entered and record.position < seen.position)
local happened = behind and 'lost' or doubt

-- Whatever was granted before a doubt closes within the longest ttl of when it was granted.
local latest = math.max(now, record.last, seen.time)
local beyond = latest + longest + MARGIN
-- Nothing ever makes that earlier again, so an asker that cannot reckon it changes no bucket in doubt.
local unable = (wrong or expected == 0) and 'clock' or tonumber(ARGV[5]) == 0 and 'unread'

if not wrong and missing and looked > 0 and math.abs(now - looked) < BIRTH then
    happened = ''
    record.run, record.quarter, record.entered = run == '' and '@' .. now or run, random, now
elseif happened ~= '' and unable then
    return { 'locked', now, clock, unable, RETRY }
elseif happened ~= '' then
    -- At random, since what a master that lives on grants is not known here.
    record.quarter = random == record.quarter and (random + 1) % QUARTERS or random
    record.run, record.position = run == '' and '@' .. now or run, 0
    record.entered = math.max(record.entered, beyond, record.ends[record.quarter]) + 1
elseif record.position >= size then
    happened = 'overflow'
    record.quarter, record.position = (record.quarter + 1) % QUARTERS, 0
    record.entered = math.max(record.entered, now - 1, record.ends[record.quarter]) + 1
end

-- Locked until the next window closes within the longest ttl, lasts for USE, and begins no further ahead than the asker allows.
local wait = math.max(record.entered + USE - bound, record.entered - lead) - now
if wait > 0 then
    save()
    return { 'locked', now, clock, happened, wait }
end
local count = math.min(tonumber(ARGV[8]), size - record.position)
local first = record.quarter * size + record.position
record.position = record.position + count
return grant(happened, first, count)
