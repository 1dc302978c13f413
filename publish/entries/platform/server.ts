import { requireNode } from '../require-node.ts'

// The HTTP API.
export * from '@tributary/server'

requireNode('@tributary/platform/server', 24)
