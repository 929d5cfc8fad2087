// Node's HTTP, for all servers and clients. An `import` of node:http reads all its exports, among them a WebSocket client that is
// not used here and takes 5 to 11 MB of memory; this way it is not loaded.
export const { Agent, createServer, request, STATUS_CODES } = process.getBuiltinModule('node:http');
