/** Names the dApp's own fields in errors of the method that its request became. @module */
import { AcctError } from "../protocol/errors.ts";

/** Rethrows an error; a field at or below `from` is named as `to`. */
export function renameField(from: string, to: string): (error: unknown) => never {
  return (error) => {
    const { field } = error instanceof AcctError ? error.data : {};
    if (!(error instanceof AcctError) || field === undefined || !field.startsWith(from)) {
      throw error;
    }
    const { code, message, cause, data: { cause: name, advice } } = error;
    const renamed = to + field.slice(from.length);
    throw new AcctError(name, {
      row: { code, message: message.replaceAll(field, renamed), advice },
      field: renamed,
      cause,
    });
  };
}
