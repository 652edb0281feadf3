-- Why:    an organization can sign in its members by SAML 2.0 as well as by OpenID Connect
--         (docs/decisions/262-saml-by-the-same-sign-in.md).
-- Locks:  identity_provider exclusively for an instant; a constant default rewrites no row.
-- Again:  one transaction; if it fails, nothing of it is there. Mend the cause, mark it as rolled back and run it again.

begin;
set local lock_timeout = '2s';

alter table identity_provider
  add column protocol text not null default 'oidc',
  -- Address of the provider to which browsers are sent.
  add column sso_url text,
  -- Certificates in PEM whose keys sign assertions; two during a change of keys.
  add column certificates text,
  add constraint identity_provider_protocol_check check (
    (protocol = 'oidc' and client_id <> '' and client_secret_sealed <> '' and sso_url is null and certificates is null)
    or (protocol = 'saml' and client_id = '' and client_secret_sealed = '' and sso_url is not null and certificates is not null)
  );

commit;
