/** Forwards connections to a port that can change, as the address of a database does. @module */

/** A running forwarder. */
export interface Forwarder extends AsyncDisposable {
  /** Address on this machine. */
  readonly port: number;
  /** Ends all connections; the next ones go to another port. */
  to(port: number): void;
}

/** How to forward. */
export interface ForwarderOptions {
  /** Called for each chunk of an answer; `true` closes the connection without it. */
  readonly withholds?: () => boolean;
}

/** Starts one. */
export function startForwarder(
  target: number,
  { withholds = () => false }: ForwarderOptions = {},
): Forwarder {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const open = new Set<Deno.TcpConn>();
  const end = () => {
    for (const each of open) close(each);
  };
  const close = (connection: Deno.TcpConn) => {
    if (!open.delete(connection)) return;
    try {
      connection.close();
    } catch {
      // The other side was first.
    }
  };
  const answers = () =>
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(bytes, controller) {
        if (withholds()) controller.error(new Error("withheld"));
        else controller.enqueue(bytes);
      },
    });
  const forward = async (client: Deno.TcpConn) => {
    open.add(client);
    try {
      const server = await Deno.connect({ hostname: "127.0.0.1", port: target });
      open.add(server);
      // If either side closes, both are closed.
      await Promise.race([
        client.readable.pipeTo(server.writable),
        server.readable.pipeThrough(answers()).pipeTo(client.writable),
      ]).finally(() => close(server));
    } catch {
      // The client sees the failed connection.
    }
    close(client);
  };
  const serve = async () => {
    for await (const client of listener) forward(client);
  };
  const done = serve();
  return {
    port: listener.addr.port,
    to(port) {
      target = port;
      end();
    },
    async [Symbol.asyncDispose]() {
      listener.close();
      await done;
      end();
    },
  };
}
