/** An HTTP listener on this machine. @module */

/** A listener. */
export interface Listener {
  /** Where it listens. */
  readonly port: number;
  /** Ends it, open connections included. */
  stop(): Promise<void>;
}

/**
 * Listens on loopback, on both families where there are both: browsers resolve `*.localhost` to
 * either. A taken port becomes a free one.
 */
export function listen(
  wanted: number,
  handler: (request: Request, client: string) => Response | Promise<Response>,
): Listener {
  const stopped = new AbortController();
  const serve = (hostname: string, port: number) =>
    Deno.serve(
      { hostname, port, signal: stopped.signal, onListen: () => {} },
      (request, info) => handler(request, info.remoteAddr.hostname),
    );
  const first = firstFree(wanted, (port) => serve("127.0.0.1", port));
  const { port } = first.addr;
  const servers = [first];
  try {
    servers.push(serve("::1", port));
  } catch {
    // No IPv6 here, or the port is taken there: IPv4 answers.
  }
  return {
    port,
    async stop() {
      stopped.abort();
      await Promise.all(servers.map((server) => server.finished));
    },
  };
}

function firstFree<T>(wanted: number, open: (port: number) => T): T {
  try {
    return open(wanted);
  } catch (error) {
    if (wanted === 0 || !(error instanceof Deno.errors.AddrInUse)) throw error;
    return open(0);
  }
}
