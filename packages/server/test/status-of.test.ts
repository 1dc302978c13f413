import { describe, expect, test } from 'vitest'
import { toStatus } from '../src/status-of.ts'

describe('toStatus', () => {
  test.each([
    ['ACCESS_UNAUTHENTICATED', 401],
    ['CATALOG_UNKNOWN_METRIC', 404],
    ['CATALOG_UNKNOWN_DIMENSION', 404],
    ['CATALOG_UNKNOWN_DATASET', 404],
    ['CATALOG_AMBIGUOUS_NAME', 400],
    ['LINEAGE_UNKNOWN_VERTEX', 404],
    ['LINEAGE_INVALID_STEP', 400],
    ['EXPRESSION_UNKNOWN_FIELD', 400],
    ['ATTRIBUTION_AVG_UNSUPPORTED', 400],
    ['PLATFORM_INVALID_REQUEST', 400],
    ['PLATFORM_CLOSED', 503],
    ['SQL_CLOSED', 503],
    ['SQL_ENGINE_FAILED', 500],
    ['SQL_OUT_OF_RANGE', 400],
    ['SQL_UNSUPPORTED_AGGREGATE', 400],
    ['SQL_LOOKUP_NOT_UNIQUE', 409],
    ['SERVER_BODY_TOO_LARGE', 413],
    ['SERVER_INTERNAL', 500],
    ['NOBODY_KNOWS', 500],
  ])('%s is %i', (code, status) => {
    expect(toStatus(code)).toBe(status)
  })
})
