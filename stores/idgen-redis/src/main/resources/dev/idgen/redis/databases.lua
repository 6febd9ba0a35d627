-- Finds the databases that have one of the keys. The connection keeps its own database.
--
-- KEYS     the names
-- ARGV     indexes of databases

local found = {}
for _, index in ipairs(ARGV) do
    redis.call('SELECT', index)
    if redis.call('EXISTS', unpack(KEYS)) > 0 then
        found[#found + 1] = index
    end
end
return found
