/**
 * The expected outcome for each kind of caller. `yes` means that access was granted, whatever the endpoint then
 * returned. `404` is the response for a project that does not exist. `closed` is an internal or a private project.
 * People have their role in the organization of the `own` projects and on the private one; tokens belong to the `own`
 * project.
 */
export const ACCESS_OUTCOMES = `
need      project       anonymous outsider viewer author maintainer owner read-token runner-token service-token revoked-token
anybody   own public    yes       yes      yes    yes    yes        yes   yes        yes          yes           401
signed-in own public    401       yes      yes    yes    yes        yes   401        401          401           401
in-organization     own public   401  404  yes  yes  yes  yes  401  401  401  401
in-organization     other public 401  404  404  404  404  404  401  401  401  401
manage-organization own public   401  404  403  403  yes  yes  401  401  401  401
manage-organization other public 401  404  404  404  404  404  401  401  401  401
own-organization    own public   401  404  403  403  403  yes  401  401  401  401
own-organization    other public 401  404  404  404  404  404  401  401  401  401
read      own public    yes       yes      yes    yes    yes        yes   yes        yes          yes           401
read      own closed    404       404      yes    yes    yes        yes   yes        404          yes           401
read      other public  yes       yes      yes    yes    yes        yes   yes        yes          yes           401
read      other closed  404       404      404    404    404        404   404        404          404           401
person    own public    401       yes      yes    yes    yes        yes   401        401          401           401
person    own closed    404       404      yes    yes    yes        yes   401        404          401           401
person    other public  401       yes      yes    yes    yes        yes   401        401          401           401
person    other closed  404       404      404    404    404        404   404        404          404           401
upload    own public    401       401      401    401    401        401   403        yes          yes           401
upload    own closed    401       401      401    401    401        401   403        yes          yes           401
upload    other public  401       401      401    401    401        401   404        404          404           401
upload    other closed  401       401      401    401    401        401   404        404          404           401
push      own public    401       401      401    401    401        401   403        yes          yes           401
push      own closed    401       401      401    401    401        401   403        yes          yes           401
import    own public    401       403      403    yes    yes        yes   403        yes          yes           401
import    own closed    401       404      403    yes    yes        yes   403        yes          yes           401
import    other public  401       403      403    403    403        403   404        404          404           401
import    other closed  401       404      404    404    404        404   404        404          404           401
upload-to own public    401       401      401    401    401        401   403        yes          yes           401
upload-to own closed    404       404      401    401    401        401   403        yes          yes           401
upload-to other public  401       401      401    401    401        401   404        404          404           401
upload-to other closed  404       404      404    404    404        404   404        404          404           401
write     own public    401       403      403    yes    yes        yes   403        403          yes           401
write     own closed    404       404      403    yes    yes        yes   403        403          yes           401
write     other public  401       403      403    403    403        403   404        404          404           401
write     other closed  404       404      404    404    404        404   404        404          404           401
remove    own public    401       403      403    403    yes        yes   403        403          yes           401
remove    own closed    404       404      403    403    yes        yes   403        403          yes           401
remove    other public  401       403      403    403    403        403   404        404          404           401
remove    other closed  404       404      404    404    404        404   404        404          404           401
audit     own public    401       403      403    403    yes        yes   403        403          403           401
audit     own closed    404       404      403    403    yes        yes   403        403          403           401
audit     other public  401       403      403    403    403        403   404        404          404           401
audit     other closed  404       404      404    404    404        404   404        404          404           401
manage    own public    401       403      403    403    yes        yes   403        403          403           401
manage    own closed    404       404      403    403    yes        yes   403        403          403           401
manage    other public  401       403      403    403    403        403   404        404          404           401
manage    other closed  404       404      404    404    404        404   404        404          404           401
own       own public    401       403      403    403    403        yes   403        403          403           401
own       own closed    404       404      403    403    403        yes   403        403          403           401
own       other public  401       403      403    403    403        403   404        404          404           401
own       other closed  404       404      404    404    404        404   404        404          404           401
`

/**
 * Endpoints that change permissions, or delete a project or a run. The random access tests skip these, because a
 * successful call would change the expected outcomes of later calls; separate tests cover them.
 */
export const CHANGES_ACCESS: ReadonlySet<string> = new Set([
  'projects.create',
  'projects.update',
  'projects.erase',
  'runs.remove',
  'removeRun',
  'projects.nameMember',
  'projects.removeMember',
  'organizations.create',
  'members.setRole',
  'members.remove',
  'members.accept',
  'tokens.revoke',
  'reportLeakedTokens',
])
