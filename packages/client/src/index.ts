export { type Client, createClient } from './client.ts'
export {
  ClientError,
  type ClientErrorCode,
  type ClientErrorFields,
  type ClientErrorKind,
} from './errors.ts'
export type {
  BearerCredentials,
  CallOptions,
  ClientOptions,
  Credentials,
  RequestHeaders,
} from './options.ts'
