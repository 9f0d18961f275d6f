/** The demo: a React 19 and wagmi 3 page that uses the SDK as any dApp would. @module */
// @ts-types="npm:@types/react@^19.2.0"
import { StrictMode } from "react";
// @ts-types="npm:@types/react-dom@^19.2.0/client"
import { createRoot } from "react-dom/client";
import { App } from "./app.tsx";
import { loadConfig } from "./config.ts";
import { readable } from "./parts/readable_error.ts";

const root = createRoot(document.getElementById("root")!);
try {
  const demo = await loadConfig();
  root.render(
    <StrictMode>
      <App demo={demo} />
    </StrictMode>,
  );
} catch (error) {
  root.render(
    <main className="hero">
      <p className="error" role="alert" data-testid="error">{readable(error)}</p>
    </main>,
  );
}
