-- The record of a namespace. Stored format 1.
--
-- KEYS[1]  namespace: hash of creator, created, ttl, terms
-- ARGV     creator, created (ms, 0 if not known), ttl (ms), terms
-- Answer   now, creator, created, ttl, terms

local creator, created, ttl, terms = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), ARGV[4]

local time = redis.call('TIME')
local now = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local stored = redis.call('HMGET', KEYS[1], 'creator', 'created', 'ttl', 'terms')
if not stored[1] then
    if created == 0 then
        created = now
    end
    redis.call('HSET', KEYS[1], 'creator', creator, 'created', created, 'ttl', ttl, 'terms', terms)
    return { now, creator, created, ttl, terms }
end

local known = { creator = stored[1], created = tonumber(stored[2]), ttl = tonumber(stored[3]), terms = stored[4] }
if known.terms == terms then
    -- A record younger than what an instance remembers was made anew after the old one was lost.
    if created > 0 and created < known.created then
        known.creator, known.created = creator, created
    end
    known.ttl = math.max(known.ttl, ttl)
    redis.call('HSET', KEYS[1], 'creator', known.creator, 'created', known.created, 'ttl', known.ttl)
end
return { now, known.creator, known.created, known.ttl, known.terms }
