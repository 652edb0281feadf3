/**
 * The permission that each endpoint needs. A test requires a row for every procedure, REST operation and page, calls
 * each one as every kind of caller, and compares the outcomes with access-outcomes.ts.
 *
 * - `anybody`: needs no project; lists contain only what the caller can read.
 * - `read`, `write`, `remove`, `audit`, `manage`, `own`: that verb in the project of the request.
 * - `upload`: a token with that scope. The project is the token's; a project in the request must be the same.
 * - `push`: the same, where the request cannot have a project.
 * - `import`: as `upload`, or a person with `write` in the project of the request.
 * - `upload-to`: a token with that scope for the project in the request.
 * - `signed-in`: a signed-in person, without a project.
 * - `in-organization`, `manage-organization`, `own-organization`: members, maintainers, owners of the organization in
 *   the request.
 * - `person`: a signed-in person who can read the project; the data are personal.
 * - `self`: a signed-in person and the own account.
 */
export type Need =
  | 'anybody'
  | 'signed-in'
  | 'in-organization'
  | 'manage-organization'
  | 'own-organization'
  | 'read'
  | 'person'
  | 'self'
  | 'upload'
  | 'push'
  | 'import'
  | 'upload-to'
  | 'write'
  | 'remove'
  | 'audit'
  | 'manage'
  | 'own'
