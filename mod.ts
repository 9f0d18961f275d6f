export * from "@sdk/core";
