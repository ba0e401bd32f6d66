import { version } from "../../package.json";

/** The version of this package, kept in package.json alone. */
export { version };
