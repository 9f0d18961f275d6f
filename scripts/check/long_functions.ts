/** Lint rule for functions that probably do two things. @module */
import { fileURLToPath } from "node:url";

const LIMIT = 100;
/** Folders that are checked. */
const checked = /^(core|ui|connector|host|pay|scripts|service|contracts|bench)\//;
const root = fileURLToPath(new URL("../../", import.meta.url));

/** Reports functions above the limit, tests aside. */
const plugin: Deno.lint.Plugin = {
  name: "sizes",
  rules: {
    "long-functions": {
      create(context) {
        const { filename, sourceCode } = context;
        const path = filename.slice(root.length).replaceAll("\\", "/");
        if (!checked.test(path) || /_test\.tsx?$/.test(path)) return {};
        const check = (node: Deno.lint.Node) => {
          const lines = sourceCode.getText(node).split("\n").length;
          if (lines <= LIMIT) return;
          context.report({
            node,
            message: `This function has ${lines} lines; the limit is ${LIMIT}`,
          });
        };
        return {
          FunctionDeclaration: check,
          FunctionExpression: check,
          ArrowFunctionExpression: check,
        };
      },
    },
  },
};

export default plugin;
