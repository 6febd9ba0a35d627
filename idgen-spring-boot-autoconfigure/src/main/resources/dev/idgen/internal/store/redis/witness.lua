-- One of the small keys that tell that a pool of node ids is not new. Stored format 2.
--
-- KEYS[1]  there if the pool is
-- ARGV     1 to make it, else 0
-- Answer   clock, 1 if it was there, else 0

local time = redis.call('TIME')
local clock = tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000)

local there = redis.call('GET', KEYS[1])
if ARGV[1] == '1' then
    redis.call('SET', KEYS[1], '1')
end
return { clock, there and 1 or 0 }
