import { assertEquals } from "@std/assert";
import { FakeTime } from "@std/testing/time";
import { watchVisibility } from "./visibility.ts";

/** A report that the browser has not made yet. */
interface Pending {
  deliver(): void;
}

type Report = (entries: readonly unknown[]) => void;

/** A framed view whose browser reports only on request, like a busy one. */
function busyView() {
  const reports: Pending[] = [];
  const calls: string[] = [];
  class IntersectionObserverEntry {
    get isVisible() {
      return true;
    }
  }
  class IntersectionObserver {
    pending: Pending | undefined;
    constructor(readonly report: Report) {}
    observe() {
      calls.push("observe");
      this.pending = {
        deliver: () => {
          reports.splice(0, 1);
          this.report([{ isVisible: true, intersectionRatio: 1, time: Date.now() }]);
        },
      };
      reports.push(this.pending);
    }
    unobserve() {
      // A report that was not delivered yet is never delivered.
      calls.push("unobserve");
      const index = reports.indexOf(this.pending!);
      if (index >= 0) reports.splice(index, 1);
    }
    disconnect() {}
  }
  const view = {
    IntersectionObserver,
    IntersectionObserverEntry,
    innerWidth: 400,
    innerHeight: 600,
    devicePixelRatio: 1,
    performance: { now: () => Date.now() },
    setInterval,
    clearInterval,
    addEventListener() {},
    removeEventListener() {},
    top: {},
  };
  const element = { ownerDocument: { defaultView: view } } as unknown as Element;
  return { element, reports, calls };
}

Deno.test("visibility: a browser that answers late gets no repeated requests", () => {
  using time = new FakeTime();
  const { element, reports } = busyView();
  const visibility = watchVisibility(element)!;
  assertEquals(visibility.get(), false);
  // The first report needs 600 ms: more than two intervals.
  const [first] = reports;
  time.tick(600);
  assertEquals(reports, [first]);
  first!.deliver();
  assertEquals(visibility.get(), true);
  visibility.stop();
});

Deno.test("visibility: a report that is not renewed expires", () => {
  using time = new FakeTime();
  const { element, reports, calls } = busyView();
  const visibility = watchVisibility(element)!;
  reports[0]!.deliver();
  assertEquals(visibility.get(), true);
  time.tick(250);
  assertEquals(calls, ["observe", "unobserve", "observe"]);
  time.tick(2_000);
  assertEquals(visibility.get(), false);
  reports[0]!.deliver();
  assertEquals(visibility.get(), true);
  visibility.stop();
});
