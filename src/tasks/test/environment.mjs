// The environment of the tests. Plain JavaScript, since jest loads it without a compiler.

import { AsyncLocalStorage } from "node:async_hooks";
import { setFlagsFromString } from "node:v8";
import vm from "node:vm";
import { TestEnvironment } from "jest-environment-node";

// Jest runs each test in an AsyncLocalStorage, to find the test that an unhandled error belongs to. Before Node 24, this
// makes every promise slower: tests with many take a tenth more CPU time. Tests of a file run one after the other, so a
// variable does the same. Nothing else in the process uses an AsyncLocalStorage.
if (Number.parseInt(process.versions.node, 10) < 24) {
  AsyncLocalStorage.prototype.run = function run(store, callback, ...args) {
    const outer = this.current;
    const restore = () => {
      this.current = outer;
    };
    this.current = store;
    let result;
    try {
      result = callback(...args);
    } finally {
      if (typeof result?.then === "function") result.then(restore, restore);
      else restore();
    }
    return result;
  };
  AsyncLocalStorage.prototype.getStore = function getStore() {
    return this.current;
  };
}

// Functions of a test file seldom run long enough for optimised code to pay: V8 waits twice as long with it.
setFlagsFromString("--interrupt-budget=300000");

// Jest compiles each module again for each file of tests, which takes most of the time of loading. A script can run in many
// contexts, so each process compiles a module once. What imports at run time needs jest's own way.
const compile = vm.compileFunction;
const compiled = new Map();
vm.compileFunction = function compileFunction(code, parameters, options) {
  if (/\bimport\s*\(/.test(code)) return compile(code, parameters, options);
  const { filename, parsingContext } = options;
  let known = compiled.get(filename);
  if (known?.code !== code) {
    const head = `(function (${parameters.join()}) {`;
    const script = new vm.Script(`${head}${code}\n})`, { filename, columnOffset: -head.length });
    known = { code, script };
    compiled.set(filename, known);
  }
  return known.script.runInContext(parsingContext);
};

export default TestEnvironment;
