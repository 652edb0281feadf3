export const ADMIN_USAGE = `assay COMMAND, on the machine of the server:

  backup DIR|FILE.tar             back up database, raw files and secret while the server runs
  restore DIR|FILE.tar            restore the newest backup into an empty database
  verify DIR|FILE.tar             read a whole backup and compare every hash
  accept-secret                   let the server start with a secret that was changed on purpose
  distribute                      distribute the database over the nodes of Citus
  reset-second-factor EMAIL       remove the authenticator app of a person who lost it
  end-sessions EMAIL              sign a person out of every browser
  verify-domain ORGANIZATION DOMAIN
                                  verify the mail domain of an organization without DNS
  allow-other-sign-ins ORGANIZATION
                                  no longer require the identity provider of an organization, when it is lost
  verify-audit                    verify the hash chain of every audit log
  verify-audit-export FILE        verify an exported audit log (audit.jsonl)
  mail-in                         receive a mail on standard input: an answer to a notification
  export-project ORG/PROJECT DIR  write a project as NDJSON and raw files into a new folder
  import-project DIR ORG/PROJECT  import such a folder, also into the project that an earlier one created
  quota ORGANIZATION [KIND=MAX]   show what an organization uses, or limit projects, members, runs, bytes or links (off: no limit)

  --name NAME      restore, verify: this backup of the directory instead of the newest one
  --since DIR      export-project: only what changed since this archive
  --replace        restore: replace what the database holds
  --dry-run        distribute: print what would be done, and change nothing

The settings are those of npm start (.env.example): DATABASE_URL, or else the embedded Postgres of ASSAY_DATA_DIR.
docs/operations.md shows how to schedule backups, move to another Postgres and update to a new major version.
`
