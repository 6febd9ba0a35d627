-- The record of a namespace. Stored format 2.
--
-- KEYS[1]  hash of ttl, settled, terms
-- ARGV     ttl (ms), settled ttl (ms), 1 if that is settled now, else 0; terms, and any number of terms that they replace
-- Answer   clock, ttl, settled ttl, terms
--
-- The ttl is the longest that anybody has asked for; the settled one is the longest that may be used, since all instances have
-- read it.

local ttl, settled, terms = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[4]

local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local stored = redis.call('HMGET', KEYS[1], 'ttl', 'settled', 'terms')
if stored[3] then
    local known = { ttl = tonumber(stored[1]), settled = tonumber(stored[2]) }
    local agreed = false
    for i = 4, #ARGV do
        agreed = agreed or stored[3] == ARGV[i]
    end
    if not agreed then
        return { clock, known.ttl, known.settled, stored[3] }
    end
    ttl = math.max(ttl, known.ttl)
    settled = ARGV[3] == '1' and math.max(settled, known.settled) or known.settled
end
redis.call('HSET', KEYS[1], 'ttl', ttl, 'settled', settled, 'terms', terms)
return { clock, ttl, settled, terms }
