import { TributaryError } from '@tributary/core'
import type { FastifyRequest } from 'fastify'
import { type Envelope, ERROR_MESSAGE_LIMIT } from '../contract/envelope.ts'
import { cut, detailOf } from '../plugins/error-detail.ts'

/**
 * What an operation answers that counts a missing thing as a success (E9): `data` is null, and `errorMsg` says what there
 * is not. Throws any error but the one of that `code`.
 */
export function answerMissing(
  request: FastifyRequest,
  error: unknown,
  code: string,
): Envelope<null> {
  if (!(error instanceof TributaryError) || error.code !== code) throw error
  return {
    data: null,
    success: true,
    code: '200',
    errorMsg: cut(error.message, ERROR_MESSAGE_LIMIT),
    detailErrorMsg: detailOf(error),
    traceId: request.id,
  }
}
