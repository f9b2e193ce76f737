// A runner in another language: it adds numbers, and asks along a flow.
import { createInterface } from "node:readline";
import { readFileSync } from "node:fs";

const write = (message) => process.stdout.write(JSON.stringify({ jsonrpc: "2.0", ...message }) + "\n");
const waiting = new Map();

async function execute(element, values) {
  if (element === "Add") return values.numbers.reduce((a, b) => a + b, 0);
  write({ method: "message", params: { element, flow: "Out", content: { question: 1 }, id: "q1" } });
  const message = await new Promise((resolve) => waiting.set(element, resolve));
  return [message.inReplyTo, message.content];
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "initialize") {
    const plan = JSON.parse(readFileSync(params.plan));
    const elements = Object.keys(plan.elements).filter((each) => ["Add", "Ask"].includes(each));
    console.log("hello from node");
    write({ id, result: { protocol: 2, elements, live: true, runner: "adder" } });
  } else if (method === "execute") {
    execute(params.element, params.values).then((result) => write({ id, result: { result, durationMs: 1 } }));
  } else if (method === "message") {
    waiting.get(params.element)(params.message);
  } else if (method === "shutdown") {
    write({ id, result: {} });
    process.exit(0);
  }
}
