import { expect, test } from 'vitest'
import { findPlainConnections } from './plain-connections.ts'
import { readSettings } from './settings.ts'

test.each([
  [{ DATABASE_URL: 'postgres://u:p@db.example.org/assay' }, 'DATABASE_URL lacks ?sslmode=verify-full'],
  [{ DATABASE_URL: 'postgres://db.example.org/assay?sslmode=prefer' }, 'DATABASE_URL lacks ?sslmode=verify-full'],
  [{ DATABASE_URL: 'postgres:///assay?host=db.example.org' }, 'DATABASE_URL lacks ?sslmode=verify-full'],
  [{ DATABASE_REPLICA_URL: 'postgres://10.0.0.7/assay' }, 'DATABASE_REPLICA_URL lacks ?sslmode=verify-full'],
  [{ ASSAY_SMTP_URL: 'smtp://mail.example.org:587' }, 'ASSAY_SMTP_URL is neither smtps nor has ?requireTLS=true'],
  [{ ASSAY_S3_ENDPOINT: 'http://10.0.0.8:9000' }, 'ASSAY_S3_ENDPOINT is not https'],
  [{ ASSAY_PUBLIC_URL: 'http://assay.example.org' }, 'ASSAY_PUBLIC_URL is not https'],
  [{ ASSAY_OIDC_ISSUER: 'http://id.example.org' }, 'ASSAY_OIDC_ISSUER is not https'],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://traces.example.org' }, 'OTEL_EXPORTER_OTLP_ENDPOINT is not https'],
])('%j is a plain connection', (variables, problem) => {
  expect(findPlainConnections(variables)).toEqual([problem])
})

test.each([
  {},
  { DATABASE_URL: '' },
  { DATABASE_URL: 'postgres://u:p@localhost:5432/assay', ASSAY_PUBLIC_URL: 'http://localhost:3000' },
  { DATABASE_URL: 'postgres:///assay?host=/var/run/postgresql' },
  { DATABASE_URL: 'postgres://db.example.org/assay?sslmode=verify-full' },
  { ASSAY_SMTP_URL: 'smtps://mail.example.org' },
  { ASSAY_SMTP_URL: 'smtp://mail.example.org:587?requireTLS=true' },
  { ASSAY_S3_ENDPOINT: 'https://s3.example.org', ASSAY_PUBLIC_URL: 'https://assay.example.org' },
])('%j has no plain connection to another machine', (variables) => {
  expect(findPlainConnections(variables)).toEqual([])
})

test('a server that requires TLS does not start with a plain connection', () => {
  const variables = { DATABASE_URL: 'postgres://db.example.org/assay', ASSAY_SMTP_URL: 'smtp://mail.example.org' }
  expect(() => readSettings({ ...variables, ASSAY_MAIL_FROM: 'a@example.org', ASSAY_REQUIRE_TLS: '1' })).toThrow(
    'DATABASE_URL lacks ?sslmode=verify-full; ASSAY_SMTP_URL is neither smtps nor has ?requireTLS=true',
  )
  expect(() => readSettings({ ...variables, ASSAY_MAIL_FROM: 'a@example.org' })).not.toThrow()
})
