/**
 * Counters, gauges and histograms in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @module
 */

/**
 * Labels of a series. Their values come from short lists, because each combination is a separate
 * series.
 */
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
/** Series per metric; more are dropped. */
const MAX_SERIES = 1_000;

/** Creates metrics; only declared names are accepted. */
export function createMetrics(declared: Readonly<Record<string, Metric>>): Metrics {
  const metrics = new Map(Object.keys(declared).map((name) => [name, new Map<string, number>()]));
  const change = (metric: string, series: string, next: (before: number) => number) => {
    const known = metrics.get(metric);
    if (known === undefined) throw new Error(`no such metric: ${metric}`);
    if (!known.has(series) && known.size >= MAX_SERIES) return;
    known.set(series, next(known.get(series) ?? 0));
  };
  const add = (metric: string, series: string, by: number) =>
    change(metric, series, (before) => before + by);
  return {
    count: (name, labels = {}, by = 1) => add(name, name + formatLabels(labels), by),
    set: (name, labels, value) => change(name, name + formatLabels(labels), () => value),
    clear: (name) => metrics.get(name)?.clear(),
    observe(name, labels, seconds) {
      for (const bound of BUCKETS_S) {
        const le = bound === Infinity ? "+Inf" : bound;
        add(name, `${name}_bucket${formatLabels({ ...labels, le })}`, seconds <= bound ? 1 : 0);
      }
      add(name, `${name}_sum${formatLabels(labels)}`, seconds);
      add(name, `${name}_count${formatLabels(labels)}`, 1);
    },
    text() {
      const lines = [...metrics].flatMap(([name, series]) => [
        `# HELP ${name} ${declared[name]!.help}`,
        `# TYPE ${name} ${declared[name]!.type}`,
        ...[...series].map(([text, value]) => `${text} ${value}`),
      ]);
      return `${lines.join("\n")}\n`;
    },
  };
}

function formatLabels(labels: Labels): string {
  const list = Object.entries(labels).map(([name, value]) =>
    `${name}="${String(value).replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n")}"`
  );
  return list.length === 0 ? "" : `{${list.join(",")}}`;
}
