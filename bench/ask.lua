-- What `wrk` sends, from its environment, and what it tells at the end: a line of JSON.

wrk.method = "POST"
wrk.body = os.getenv("ASK_BODY")
for name, value in string.gmatch(os.getenv("ASK_HEADERS"), "([^:\n]+): ([^\n]+)") do
  wrk.headers[name] = value
end

local threads = {}
-- Global: read from outside of the thread.
wrong = 0

function setup(thread)
  table.insert(threads, thread)
end

-- To look into answers takes longer than to ask.
if os.getenv("ASK_CHECKED") == "yes" then
  function response(status, _, body)
    if status ~= 200 or not string.find(body, '"result"', 1, true) then
      wrong = wrong + 1
    end
  end
end

function done(summary, latency)
  local failed = 0
  for _, count in pairs(summary.errors) do
    failed = failed + count
  end
  for _, thread in ipairs(threads) do
    failed = failed + thread:get("wrong")
  end
  io.stderr:write(string.format(
    '{"requests":%d,"bytes":%d,"seconds":%f,"failed":%d,"p50":%f,"p95":%f,"p99":%f}\n',
    summary.requests,
    summary.bytes,
    summary.duration / 1e6,
    failed,
    latency:percentile(50) / 1e3,
    latency:percentile(95) / 1e3,
    latency:percentile(99) / 1e3
  ))
end
