/**
 * Counters, gauges and histograms in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @module
 */

/** Labels of a series. Their values come from short lists, because each combination is a series. */
export type Labels = Readonly<Record<string, string | number>>;

/** Metrics of a process. */
export interface Metrics {
  /** Adds to a counter. */
  count(name: string, labels?: Labels, by?: number): void;
  /** Sets a gauge. */
  set(name: string, labels: Labels, value: number): void;
  /** Removes all series of a metric. */
  clear(name: string): void;
  /** Adds seconds to a histogram. */
  observe(name: string, labels: Labels, seconds: number): void;
  /** Renders all metrics as text. */
  text(): string;
}

/** Declaration of a metric. */
export interface Metric {
  /** Type of the metric. */
  readonly type: "counter" | "gauge" | "histogram";
  /** Description in one line. */
  readonly help: string;
}

/** Upper bounds in seconds. */
const BUCKETS_S = [0.01, 0.03, 0.1, 0.3, 1, 2, 5, Infinity] as const;
/** Series per metric; more are dropped, whatever labels come. */
const MAX_SERIES = 1_000;

/** Observed seconds of one set of labels. */
interface Histogram {
  readonly labels: Labels;
  /** Values up to each of the bounds. */
  readonly within: number[];
  sum: number;
}

/** Creates metrics; only declared names are accepted. */
export function createMetrics(declared: Readonly<Record<string, Metric>>): Metrics {
  const names = Object.keys(declared);
  const numbers = new Map(names.map((name) => [name, new Map<string, number>()] as const));
  const histograms = new Map(names.map((name) => [name, new Map<string, Histogram>()] as const));
  /** Returns the series of a metric with these labels, if there is one or room for one. */
  const find = <T>(
    all: Map<string, Map<string, T>>,
    name: string,
    labels: string,
    empty: () => T,
  ) => {
    const known = all.get(name);
    if (known === undefined) throw new Error(`no such metric: ${name}`);
    const found = known.get(labels) ?? (known.size < MAX_SERIES ? empty() : undefined);
    return found === undefined ? undefined : { known, found };
  };
  const put = (name: string, labels: Labels, change: (before: number) => number) => {
    const text = formatLabels(labels);
    const series = find(numbers, name, text, () => 0);
    series?.known.set(text, change(series.found));
  };
  return {
    count: (name, labels = {}, by = 1) => put(name, labels, (before) => before + by),
    set: (name, labels, value) => put(name, labels, () => value),
    clear(name) {
      numbers.get(name)?.clear();
      histograms.get(name)?.clear();
    },
    observe(name, labels, seconds) {
      const text = formatLabels(labels);
      const series = find(histograms, name, text, () => emptyHistogram(labels));
      if (series === undefined) return;
      const { known, found: histogram } = series;
      known.set(text, histogram);
      histogram.sum += seconds;
      BUCKETS_S.forEach((bound, at) => {
        if (seconds <= bound) histogram.within[at]! += 1;
      });
    },
    text() {
      const parts = names.flatMap((name) => [
        `# HELP ${name} ${declared[name]!.help}`,
        `# TYPE ${name} ${declared[name]!.type}`,
        ...[...numbers.get(name)!].map(([labels, value]) => `${name}${labels} ${value}`),
        ...[...histograms.get(name)!.values()].flatMap((each) => formatHistogram(name, each)),
      ]);
      return `${parts.join("\n")}\n`;
    },
  };
}

/** Renders a histogram: its buckets, its sum and its count. */
function formatHistogram(name: string, { labels, within, sum }: Histogram): string[] {
  const text = formatLabels(labels);
  return [
    ...within.map((count, at) => {
      const bound = BUCKETS_S[at]!;
      const le = bound === Infinity ? "+Inf" : bound;
      return `${name}_bucket${formatLabels({ ...labels, le })} ${count}`;
    }),
    `${name}_sum${text} ${sum}`,
    `${name}_count${text} ${within.at(-1)}`,
  ];
}

const emptyHistogram = (labels: Labels): Histogram => ({
  labels,
  within: BUCKETS_S.map(() => 0),
  sum: 0,
});

/** Renders labels; it is done some times for each request. */
function formatLabels(labels: Labels): string {
  let list = "";
  for (const name in labels) {
    list += `${list === "" ? "" : ","}${name}="${escape(labels[name]!)}"`;
  }
  return list === "" ? "" : `{${list}}`;
}

function escape(value: string | number): string {
  if (typeof value === "number" || !/["\\\n]/.test(value)) return String(value);
  return value.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
