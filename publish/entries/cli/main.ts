import { requireNode } from '../require-node.ts'

// The command.
export * from '@tributary/cli/main'

requireNode('@tributary/cli', 24)
