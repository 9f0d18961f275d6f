// Starts the local stack, unless it runs, and then the app. Ctrl-C ends both.
import { spawn } from "node:child_process";

const service = process.env.ACCT_SERVICE || "http://localhost:8787";
const repository = process.env.ACCT_REPOSITORY || "__REPOSITORY__";
const isWindows = process.platform === "win32";
const children = [];

/** Returns true if the service answers. */
const isUp = () => fetch(`${service}/health`).then(({ ok }) => ok, () => false);

/** Starts a program in its own process group: npm does not pass all signals on. */
function start(command, args, cwd) {
  const stdio = ["ignore", "inherit", "inherit"];
  const child = spawn(command, args, { stdio, cwd, detached: !isWindows, shell: isWindows });
  child.on("exit", (code) => process.exit(code ?? 1));
  children.push(child);
}

process.on("exit", () => {
  for (const child of children) {
    try {
      if (isWindows) child.kill();
      else process.kill(-child.pid, "SIGTERM");
    } catch { /* It has ended. */ }
  }
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(0));

if (!await isUp()) {
  if (repository === "") {
    console.error(
      "The local stack does not run. Start `npx -y deno@2.9.6 task dev` in the repository, " +
        "or set ACCT_REPOSITORY to its folder.",
    );
    process.exit(1);
  }
  start("npx", ["-y", "deno@2.9.6", "task", "dev"], repository);
  while (!await isUp()) await new Promise((resolve) => setTimeout(resolve, 500));
}
start("npm", ["run", "app"]);
