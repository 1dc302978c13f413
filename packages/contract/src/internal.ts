// For the routes of the server.

export type { AnswerForm } from './routes.ts'
export { describeAnswers, ERROR_MESSAGE_LIMIT, errorEnvelope } from './schemas/envelope.ts'
export { LINEAGE_MEDIA_TYPES } from './schemas/lineage/exchange.ts'
export { FORMS } from './schemas/patterns.ts'

// Warnings of several answers in one.

export { writeWarning } from './warnings/warnings.ts'
