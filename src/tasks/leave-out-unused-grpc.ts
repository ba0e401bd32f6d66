import type { Plugin } from "esbuild";

/**
 * What the server half of grpc-js imports and a plugin never uses, by importing file. Left in, it would load the
 * client, its load balancers and protobufjs at each start: 250 kB, and a fifth of the time until the handshake.
 */
const LEFT_OUT: Readonly<Record<string, readonly string[]>> = {
  // The services about the server itself, which are not served.
  channelz: ["./make-client", "@grpc/proto-loader"],
  // The client of load reports.
  orca: ["./make-client", "./channel-credentials", "@grpc/proto-loader"],
};

/** Compressed messages are read if they come; Terraform sends none, and zlib takes a millisecond to load. */
const ZLIB_ON_DEMAND = `
exports.createInflate = (options) => require("zlib").createInflate(options);
exports.createGunzip = (options) => require("zlib").createGunzip(options);
`;

const NAMESPACE = "grpc";

/** Bundles grpc-js without the parts that a plugin does not use. */
export const leaveOutUnusedGrpc: Plugin = {
  name: "leave out unused grpc",
  setup(build) {
    build.onResolve(
      { filter: /^(\.\/make-client|\.\/channel-credentials|@grpc\/proto-loader|zlib)$/ },
      (asked) => {
        const importer = /grpc-js[\\/]build[\\/]src[\\/](.+)\.js$/.exec(asked.importer)?.[1];
        if (importer === undefined) return undefined;
        if (LEFT_OUT[importer]?.includes(asked.path)) return { namespace: NAMESPACE, path: "nothing" };
        if (importer === "server-interceptors" && asked.path === "zlib")
          return { namespace: NAMESPACE, path: "zlib" };
        return undefined;
      },
    );
    build.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
      contents: path === "zlib" ? ZLIB_ON_DEMAND : "",
      loader: "js",
    }));
  },
};
