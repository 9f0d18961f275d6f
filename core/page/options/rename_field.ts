/** Maps fields in errors to the fields of the dApp's own request. @module */
import { AcctError } from "../../ground/errors.ts";

/** Rethrows an error; renames a field at or below `from` to `to`. */
export function renameField(from: string, to: string): (error: unknown) => never {
  return renameFields((field) => field.startsWith(from) ? to + field.slice(from.length) : field);
}

/** Rethrows an error with the dApp's own name of the field. */
export function renameFields(rename: (field: string) => string): (error: unknown) => never {
  return (error) => {
    const { field = "" } = error instanceof AcctError ? error.data : {};
    const renamed = rename(field);
    if (!(error instanceof AcctError) || renamed === field) throw error;
    const { code, message, cause, data: { cause: name, advice } } = error;
    throw new AcctError(name, {
      row: { code, message: message.replaceAll(field, renamed), advice },
      field: renamed,
      cause,
    });
  };
}
