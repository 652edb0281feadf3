import { expect, test } from 'vitest'
import { unwrap } from '../result.ts'
import { splitDigits } from './decode-product-version.ts'
import { archiveProfileYaml } from './profile/archive-profile.ts'
import { parseImportProfile } from './profile/profile.ts'
import { decodeServerName } from './server-name.ts'

const archive = unwrap(parseImportProfile(archiveProfileYaml))
const decode = (name: string) => decodeServerName(archive, name, 'table')

test.each([
  ['x.my5651_rel.z12a.pk1', 'MySQL', '5.6.51'],
  ['x.my8044_rel.z12a.pk1', 'MySQL', '8.0.44'],
  ['x.my8407_rel.z12a.pk1', 'MySQL', '8.4.7'],
  ['x.my9500_rel.z12a.pk1', 'MySQL', '9.5.0'],
  ['x.ma100623_rel.z12a.pk1', 'MariaDB', '10.6.23'],
  ['x.ma101114_rel.z12a.pk1', 'MariaDB', '10.11.14'],
  ['x.ma120101_mdev16168_rel_withdbg.z12b.pk1', 'MariaDB', '12.1.1-mdev16168'],
  ['x.pg110_o2nofp.x10a.pk1', 'PostgreSQL', '11.0'],
  ['x.pg1110_o2nofp.x10a.pk1', 'PostgreSQL', '11.10'],
  ['x.pg1222_o2nofp.x10a.pk1', 'PostgreSQL', '12.22'],
  ['x.pg176_o2nofp.x10a.pk1', 'PostgreSQL', '17.6'],
  ['x.pg18beta1_o2nofp.x10b.pk1', 'PostgreSQL', '18beta1'],
  ['x.pg9023_def.x9.pk1', 'PostgreSQL', '9.0.23'],
  ['x.pg9624_def.x9.pk1', 'PostgreSQL', '9.6.24'],
  ['x.fbmy56.x6a.pk1', 'Meta MySQL', '5.6'],
  ['x.fbmy8028_rel_221222.za4.pk1', 'Meta MySQL', '8.0.28'],
  ['x.pg_oriole_patches17_5_o2nofp.x10a_oriole_c32r128.pk1', 'OrioleDB', 'patches17_5'],
])('%s is decoded as %s %s', (name, product, version) => {
  expect(decode(name)).toMatchObject({ fields: { product, version }, problem: null })
})

test('a whole name: build with its flags, config with its size class, second run', () => {
  expect(decode('x.my8406v2_rel_o2nofp.z12b_ahi1_c8r32.pk1')?.fields).toEqual({
    product: 'MySQL',
    version: '8.4.6',
    repeat: '2',
    build: 'rel_o2nofp',
    flags: '-O2 -fno-omit-frame-pointer',
    config: 'z12b_ahi1_c8r32',
    pk: '1',
  })
  expect(decode('x.ma110803_ent.z12b_c32r128.pk1.v2')?.fields).toMatchObject({ version: '11.8.3', repeat: '2' })
})

test('unknown words stay in the build, a git hash is its commit, and a branch belongs to the version', () => {
  const name = 'x.fbmy8032_rel_o2nofp_241023_ba9709c9_971_bug1481_1482_1506.za2_100_c8r32.pk1'
  expect(decode(name)?.fields).toMatchObject({
    version: '8.0.32-bug1481_1482_1506',
    build: 'rel_o2nofp_241023_ba9709c9_971',
    commit: 'ba9709c9',
    config: 'za2_100_c8r32',
  })
  expect(decode('x.my8407_rel_o3_native_lto.z12a.pk1')?.fields).toMatchObject({
    build: 'rel_o3_native_lto',
    lto: 'true',
  })
  expect(decode('x.my8407_rel_o1.z12a.pk1')?.fields).toMatchObject({ version: '8.4.7', build: 'rel_o1' })
})

test('shortened names of scale-up tables and hand-edited tables are decoded', () => {
  expect(decode('pg180_48u')?.fields).toEqual({ product: 'PostgreSQL', version: '18.0', clients: '48' })
  expect(decode('ma110806_rel_withdbg.z12b_c8r32')?.fields).toMatchObject({ version: '11.8.6', config: 'z12b_c8r32' })
})

test('a certain server name with an unknown product reports the problem', () => {
  expect(decode('x.foo123_rel.z12a.pk1')?.problem).toContain('the product of `foo123` is not known')
  expect(decode('x.my80_rel.z12a.pk1')?.problem).toContain('`my80` is not a version of MySQL')
  expect(decode('x.my8044beta_rel.z12a.pk1')?.problem).toContain('`beta` at the end of `my8044beta`')
})

test('other names are not servers', () => {
  for (const name of ['dop40', 'v2', 'nov25.sb.mysql', 'pn53', 'README', '', 'MariaDB Enterprise 10.6']) {
    expect(decodeServerName(archive, name, 'directory')).toBeNull()
  }
})

test.each([
  ['1+1+2', '8044', ['8', '0', '44']],
  ['2+2+2', '100623', ['10', '6', '23']],
  ['2+*', '110', ['11', '0']],
  ['2+*', '18', ['18']],
  ['1+1+2', '804', null],
  ['1+1+2', '80444', null],
])('digits split by %s: %s', (split, digits, parts) => {
  expect(splitDigits(split, digits)).toEqual(parts)
})
