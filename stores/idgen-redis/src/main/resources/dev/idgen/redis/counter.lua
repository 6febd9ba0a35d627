-- One counter. Stored format 5. Takes constant time.
--
-- KEYS[1]  last number issued: decimal text
-- KEYS[2]  for takeback: the request's own key, which marks it as done for a while
--
-- ARGV     operation,
--          then for  add:       delta, floor, floor + delta, limit - delta
--                    read
--                    takeback:  expected, value, lifetime of that mark (ms)
--
-- Answer   'added', value as text
--          'found', value as text
--          'missing'
--          'overflow'
--          'taken'
--          'changed'
--
-- Lua's numbers are doubles, which are exact only up to 2^53. So this script compares values as text, and Redis adds them.

-- A replica may accept writes, which the next full synchronization with its master undoes.
local info = redis.pcall('INFO', 'replication')
if type(info) == 'string' and not string.find(info, 'role:master', 1, true) then
    return redis.error_reply('READONLY idgen counts on masters only')
end

local value = redis.call('GET', KEYS[1])
if value and value ~= '0' and not string.match(value, '^%-?[1-9]%d*$') then
    return redis.error_reply('ERR ' .. KEYS[1] .. ' is not a whole number')
end

local function less(a, b)
    local negative = string.sub(a, 1, 1) == '-'
    if negative ~= (string.sub(b, 1, 1) == '-') then
        return negative
    end
    return a ~= b and (#a < #b or #a == #b and a < b) ~= negative
end

if ARGV[1] == 'add' then
    if not value or less(value, ARGV[3]) then
        redis.call('SET', KEYS[1], ARGV[4])
        return { 'added', ARGV[4] }
    end
    if less(ARGV[5], value) then
        return { 'overflow' }
    end
    local sum = redis.pcall('INCRBY', KEYS[1], ARGV[2])
    if type(sum) == 'table' then
        return sum
    end
    return { 'added', redis.call('GET', KEYS[1]) }
end

if ARGV[1] == 'read' then
    return value and { 'found', value } or { 'missing' }
end

-- Some clients repeat a request that was not answered. If additions bring the counter back to the expected value
-- meanwhile, the second run would take back numbers of others.
if redis.call('GET', KEYS[2]) then
    return { 'taken' }
end
if value ~= ARGV[2] then
    return { 'changed' }
end
redis.call('SET', KEYS[1], ARGV[3])
redis.call('SET', KEYS[2], ARGV[2], 'PX', ARGV[4])
return { 'taken' }
