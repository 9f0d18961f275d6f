import { defineConfig } from "@playwright/test";

const port = process.env.PORT ?? "4173";

export default defineConfig({
  testMatch: "wallet.spec.ts",
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: { executablePath: process.env.CHROME_PATH },
  },
  webServer: {
    command: `npm exec vite -- preview --port ${port} --strictPort`,
    url: `http://localhost:${port}`,
  },
});
