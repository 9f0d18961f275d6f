/**
 * Drives an MCP server on stdio with the official client, as published. Prints the tools and the
 * results of the calls, one after the other.
 *
 * @module
 */
import { Client } from "npm:@modelcontextprotocol/sdk@1.32.2/client/index.js";
import { StdioClientTransport } from "npm:@modelcontextprotocol/sdk@1.32.2/client/stdio.js";

const { command, args, calls } = JSON.parse(Deno.args[0]);
const client = new Client({ name: "test", version: "1.0.0" });
await client.connect(new StdioClientTransport({ command, args, stderr: "inherit" }));
const { tools } = await client.listTools();
const results = [];
for (const [name, input] of calls) {
  try {
    const { content, isError = false } = await client.callTool({ name, arguments: input });
    results.push({ isError, text: content.map(({ text }) => text).join("\n") });
  } catch (error) {
    results.push({ isError: true, text: String(error) });
  }
}
await client.close();
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), results }));
