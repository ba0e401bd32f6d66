// Loaded into a plugin before its own code: ends it, as CRASH says, when it is about to reach the service.
const { Socket } = require("node:net");

const crashes = {
  abort: () => process.abort(),
  exit: () => process.exit(3),
  throw: () =>
    process.nextTick(() => {
      throw new Error("thrown on purpose");
    }),
  memory: () => {
    const kept = [];
    for (;;) kept.push(new Array(1e5).fill(kept.length));
  },
};

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...args) {
  crashes[process.env.CRASH]();
  return connect.apply(this, args);
};
