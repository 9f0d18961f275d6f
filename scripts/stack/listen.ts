/** An HTTP listener on this machine. @module */

/** A listener. */
export interface Listener {
  /** Address of the listener. */
  readonly port: number;
  /** Ends it: pending responses are delivered, everything else is cut off. */
  stop(): Promise<void>;
}

/** Milliseconds that pending responses may take when the listener stops. */
const GRACE = 1_000;

/**
 * Listens on loopback, on both families if available: browsers resolve `*.localhost` to either. A
 * taken port becomes a free one.
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
    // No IPv6 here, or the port is taken there: IPv4 is used.
  }
  return {
    port,
    async stop() {
      // Pending responses are delivered; connections that stay open longer are cut off.
      const late = setTimeout(() => stopped.abort(), GRACE);
      await Promise.all(servers.map((server) => server.shutdown()));
      clearTimeout(late);
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
