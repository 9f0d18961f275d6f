import { assertEquals, assertThrows } from "@std/assert";
import { createMetrics } from "./metrics.ts";

const declared = {
  requests_total: { type: "counter", help: "Requests." },
  streams: { type: "gauge", help: "Streams." },
  seconds: { type: "histogram", help: "Durations." },
} as const;

Deno.test("metrics: the text has each metric's help, type and series", () => {
  const metrics = createMetrics(declared);
  metrics.count("requests_total", { method: 'a"\\\n', status: 200 });
  metrics.count("requests_total", { method: 'a"\\\n', status: 200 }, 2);
  metrics.set("streams", {}, 7);
  metrics.observe("seconds", { method: "m" }, 0.2);
  metrics.observe("seconds", { method: "m" }, 9);
  const bucket = (le: string, count: number) => `seconds_bucket{method="m",le="${le}"} ${count}`;
  assertEquals(metrics.text().split("\n"), [
    "# HELP requests_total Requests.",
    "# TYPE requests_total counter",
    'requests_total{method="a\\"\\\\\\n",status="200"} 3',
    "# HELP streams Streams.",
    "# TYPE streams gauge",
    "streams 7",
    "# HELP seconds Durations.",
    "# TYPE seconds histogram",
    ...["0.01", "0.03", "0.1"].map((le) => bucket(le, 0)),
    ...["0.3", "1", "2", "5"].map((le) => bucket(le, 1)),
    bucket("+Inf", 2),
    'seconds_sum{method="m"} 9.2',
    'seconds_count{method="m"} 2',
    "",
  ]);
  metrics.clear("seconds");
  assertEquals(metrics.text().includes("seconds_"), false);
  assertThrows(() => metrics.count("unknown"), Error, "no such metric");
});

Deno.test("metrics: the series of a metric are bounded, and known ones still count", () => {
  const metrics = createMetrics(declared);
  for (let n = 0; n < 5_000; n++) metrics.count("requests_total", { n });
  metrics.count("requests_total", { n: 0 });
  const lines = metrics.text().split("\n").filter((line) => line.startsWith("requests_total{"));
  assertEquals([lines.length, lines[0]], [1_000, 'requests_total{n="0"} 2']);
});
