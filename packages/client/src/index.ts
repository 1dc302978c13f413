export { type Client, createClient } from './client.ts'
export { ClientError, type ClientErrorCode } from './errors.ts'
export type { CallOptions, ClientOptions, Credentials } from './options.ts'
