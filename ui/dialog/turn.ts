/** Lets the page answer. @module */

/** Resolves in a task of its own, also in a page that is hidden, where timers wait a second. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
