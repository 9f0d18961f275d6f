/**
 * Counters, gauges and histograms in Prometheus' text format.
 *
 * @see https://prometheus.io/docs/instrumenting/exposition_formats/
 * @module
 */

/** Labels of a series. Their values come from short lists: each one is a series of its own. */
export type Labels = Readonly<Record<string, string | number>>;

/** What is measured. */
export interface Metrics {
  /** Adds to a counter. */
  count(name: string, labels?: Labels, by?: number): void;
  /** Sets a gauge. */
  set(name: string, labels: Labels, value: number): void;
  /** Forgets a metric's series. */
  clear(name: string): void;
  /** Adds seconds to a histogram. */
  observe(name: string, labels: Labels, seconds: number): void;
  /** Everything, as text. */
  text(): string;
}

/** What a metric is. */
export interface Metric {
  /** Its kind. */
  readonly type: "counter" | "gauge" | "histogram";
  /** One line on what it tells. */
  readonly help: string;
}

/** Upper bounds in seconds. */
const BUCKETS = [0.01, 0.03, 0.1, 0.3, 1, 2, 5] as const;
/** Series of one metric; more are not kept, whatever labels come. */
const SERIES = 1_000;

/** Makes them; only declared names are known. */
export function createMetrics(declared: Readonly<Record<string, Metric>>): Metrics {
  const series = new Map(
    Object.keys(declared).map((name) => [name, new Map<string, number>()] as const),
  );
  const put = (name: string, line: string, change: (before: number) => number) => {
    const lines = series.get(name);
    if (lines === undefined) throw new Error(`no such metric: ${name}`);
    if (lines.size >= SERIES && !lines.has(line)) return;
    lines.set(line, change(lines.get(line) ?? 0));
  };
  return {
    count: (name, labels = {}, by = 1) => put(name, name + words(labels), (before) => before + by),
    set: (name, labels, value) => put(name, name + words(labels), () => value),
    clear: (name) => series.get(name)?.clear(),
    observe(name, labels, seconds) {
      for (const bound of [...BUCKETS, "+Inf"] as const) {
        const inside = bound === "+Inf" || seconds <= bound;
        put(name, `${name}_bucket${words({ ...labels, le: bound })}`, (n) => n + (inside ? 1 : 0));
      }
      put(name, `${name}_sum${words(labels)}`, (sum) => sum + seconds);
      put(name, `${name}_count${words(labels)}`, (n) => n + 1);
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

function words(labels: Labels): string {
  const list = Object.entries(labels).map(([name, value]) => `${name}="${escaped(String(value))}"`);
  return list.length === 0 ? "" : `{${list.join(",")}}`;
}

function escaped(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
