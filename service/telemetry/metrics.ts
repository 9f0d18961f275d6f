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
const BUCKETS_S = [0.01, 0.03, 0.1, 0.3, 1, 2, 5] as const;
/** Series per metric; more are dropped, whatever labels come. */
const MAX_SERIES = 1_000;

/** Creates metrics; only declared names are accepted. */
export function createMetrics(declared: Readonly<Record<string, Metric>>): Metrics {
  const series = new Map(
    Object.keys(declared).map((name) => [name, new Map<string, number>()] as const),
  );
  const put = (name: string, line: string, change: (before: number) => number) => {
    const lines = series.get(name);
    if (lines === undefined) throw new Error(`no such metric: ${name}`);
    if (lines.size >= MAX_SERIES && !lines.has(line)) return;
    lines.set(line, change(lines.get(line) ?? 0));
  };
  return {
    count: (name, labels = {}, by = 1) =>
      put(name, name + formatLabels(labels), (before) => before + by),
    set: (name, labels, value) => put(name, name + formatLabels(labels), () => value),
    clear: (name) => series.get(name)?.clear(),
    observe(name, labels, seconds) {
      for (const bound of [...BUCKETS_S, "+Inf"] as const) {
        const inside = bound === "+Inf" || seconds <= bound;
        put(
          name,
          `${name}_bucket${formatLabels({ ...labels, le: bound })}`,
          (n) => n + (inside ? 1 : 0),
        );
      }
      put(name, `${name}_sum${formatLabels(labels)}`, (sum) => sum + seconds);
      put(name, `${name}_count${formatLabels(labels)}`, (n) => n + 1);
    },
    text() {
      const parts = [...series].flatMap(([name, lines]) => [
        `# HELP ${name} ${declared[name]!.help}`,
        `# TYPE ${name} ${declared[name]!.type}`,
        ...[...lines].map(([line, value]) => `${line} ${value}`),
      ]);
      return `${parts.join("\n")}\n`;
    },
  };
}

function formatLabels(labels: Labels): string {
  const list = Object.entries(labels).map(([name, value]) => `${name}="${escape(String(value))}"`);
  return list.length === 0 ? "" : `{${list.join(",")}}`;
}

function escape(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
