-- The script for wrk: requests the paths of a file in turn, and prints the result as one line of JSON.
-- Arguments: the file, with one path per line, and optionally the first number that is appended to make URLs unique.
-- Without a file, wrk requests the URL of its command line.

local requests, tail, serial = {}, "", nil
local turn = 0

function init(args)
  if args[1] == nil then return end
  serial = tonumber(args[2])
  for path in io.lines(args[1]) do
    local request = wrk.format(nil, path)
    local cut = request:find(" HTTP/1.1", 1, true)
    tail = request:sub(cut)
    requests[#requests + 1] = serial and request:sub(1, cut - 1) or request
  end
  -- Concatenation is cheaper than a call of wrk.format per request.
  function request()
    turn = turn % #requests + 1
    if serial == nil then return requests[turn] end
    serial = serial + 1
    return requests[turn] .. serial .. tail
  end
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '{"requests":%d,"micros":%d,"p50Micros":%d,"p99Micros":%d,"status":%d,"connect":%d,"read":%d,"write":%d,"timeout":%d}',
    summary.requests, summary.duration, latency:percentile(50), latency:percentile(99),
    errors.status, errors.connect, errors.read, errors.write, errors.timeout))
end
