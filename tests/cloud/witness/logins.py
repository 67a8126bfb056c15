# SPDX-FileCopyrightText: Flotsam contributors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ways to log in, and ways in which that fails."""
import datetime
import ipaddress
import os
import ssl

from cloudlab.state import MEMBER_PASSWORD

from .basics import GRACE, refused
from .gate import Gate
from .harness import Wrong


def _same_ports(score, flotsam, what, count, *arguments, **more):
    def run():
        done = flotsam.run(*arguments, '--report', 'json', '--grace', str(GRACE), **more)
        if done.code:
            raise Wrong(done)
        found = len(done.json()['ports'])
        if found != count:
            raise Wrong(f'{found} ports')
        return f'{found} ports ({done.seconds:.1f} s)'
    score.check(what, f'{count} ports', run)


def ways_in(score, stage, flotsam):
    member = stage.connect('demo', 'lab-member')
    count = len(list(member.network.ports()))
    base = flotsam.entries['lab-member']['auth']
    user = member.current_user_id
    credential = member.identity.create_application_credential(user, name='flotsam-check')
    flotsam.secrets.add(credential.secret)
    token = member.auth_token
    flotsam.add_cloud('by-credential', auth_type='v3applicationcredential', region_name='RegionOne', auth={
        'auth_url': base['auth_url'], 'application_credential_id': credential.id,
        'application_credential_secret': credential.secret})
    flotsam.add_cloud('by-token', auth_type='token', region_name='RegionOne', auth={
        'auth_url': base['auth_url'], 'token': token, 'project_name': 'demo', 'project_domain_name': 'Default'})
    flotsam.add_cloud('unversioned', region_name='RegionOne', auth={**base, 'auth_url': stage.lab.url('keystone')})
    _same_ports(score, flotsam, 'login with an application credential', count, '--cloud', 'by-credential')
    _same_ports(score, flotsam, 'login with a token', count, '--cloud', 'by-token')
    _same_ports(score, flotsam, 'an auth_url without a version', count, '--cloud', 'unversioned')
    variables = {'OS_AUTH_URL': base['auth_url'], 'OS_USERNAME': 'demo', 'OS_PASSWORD': MEMBER_PASSWORD,
                 'OS_PROJECT_NAME': 'demo', 'OS_USER_DOMAIN_NAME': 'Default', 'OS_PROJECT_DOMAIN_NAME': 'Default',
                 'OS_REGION_NAME': 'RegionOne'}
    _same_ports(score, flotsam, 'login with OS_* variables', count, '--cloud', 'envvars', environment=variables,
                clouds=False)
    _same_ports(score, flotsam, 'OS_CLOUD', count, environment={'OS_CLOUD': 'lab-member'})

    secure = flotsam.file('secure.yaml')
    with open(secure, 'w', encoding='utf-8') as out:
        out.write(f'clouds:\n  split:\n    auth:\n      password: {MEMBER_PASSWORD}\n')
    flotsam.add_cloud('split', region_name='RegionOne', auth={k: v for k, v in base.items() if k != 'password'})
    _same_ports(score, flotsam, 'password in secure.yaml', count, '--cloud', 'split',
                environment={'OS_CLIENT_SECURE_FILE': secure})
    refused(score, flotsam, 'no password at all', ('--cloud', 'split', '--report', 'json'), 'password')
    member.identity.delete_application_credential(user, credential)
    refused(score, flotsam, 'an application credential that was deleted',
            ('--cloud', 'by-credential', '--report', 'json'))
    member.identity.delete('/auth/tokens', headers={'X-Subject-Token': token})
    refused(score, flotsam, 'a token that was revoked', ('--cloud', 'by-token', '--report', 'json'))


def refusals(score, stage, flotsam):
    base = flotsam.entries['lab']['auth']
    flotsam.add_cloud('wrong-password', region_name='RegionOne', auth={**base, 'password': 'n0t-the-password'})
    flotsam.secrets.add('n0t-the-password')
    flotsam.add_cloud('wrong-project', region_name='RegionOne', auth={**base, 'project_name': 'nowhere'})
    flotsam.add_cloud('nobody-there', region_name='RegionOne', auth={**base, 'auth_url': 'http://127.0.0.1:9/v3'})
    flotsam.add_cloud('no-such-host', region_name='RegionOne', auth={**base, 'auth_url': 'http://keystone.invalid/v3'})
    flotsam.add_cloud('wrong-region', region_name='RegionNine', auth=dict(base))
    for cloud, words in (('wrong-password', ('401',)), ('wrong-project', ()), ('nobody-there', ('127.0.0.1:9',)),
                         ('no-such-host', ('keystone.invalid',)), ('wrong-region', ('RegionNine',)),
                         ('not-there', ('not-there',))):
        refused(score, flotsam, f'cloud {cloud}', ('--cloud', cloud, '--report', 'json'), *words)


def _certificate(folder):
    """A self-signed certificate for 127.0.0.1."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import rsa
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, 'flotsam test')])
    now, address = datetime.datetime.utcnow(), ipaddress.ip_address('127.0.0.1')
    certificate = (x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
                   .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
                   .not_valid_after(now + datetime.timedelta(days=2))
                   .add_extension(x509.SubjectAlternativeName([x509.IPAddress(address)]), False)
                   .add_extension(x509.BasicConstraints(ca=True, path_length=None), True)
                   .sign(key, hashes.SHA256()))
    paths = os.path.join(folder, 'tls.crt'), os.path.join(folder, 'tls.key')
    with open(paths[0], 'wb') as out:
        out.write(certificate.public_bytes(serialization.Encoding.PEM))
    with open(paths[1], 'wb') as out:
        out.write(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.TraditionalOpenSSL,
                                    serialization.NoEncryption()))
    return paths


def tls(score, stage, flotsam):
    """All services behind TLS with a certificate that nobody signed."""
    certificate, key = _certificate(flotsam.folder)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    count = len(list(stage.connect().network.ports()))
    with Gate(stage.lab, context=context) as gate:
        auth = {**flotsam.entries['lab']['auth'], 'auth_url': gate.url('keystone', '/v3')}
        flotsam.add_cloud('tls', region_name='RegionOne', auth=auth)
        flotsam.add_cloud('tls-ca', region_name='RegionOne', auth=auth, cacert=certificate)
        flotsam.add_cloud('tls-lost', region_name='RegionOne', auth=auth, cacert=flotsam.file('lost.crt'))
        flotsam.add_cloud('tls-unverified', region_name='RegionOne', auth=auth, verify=False)
        refused(score, flotsam, 'a certificate that nobody signed', ('--cloud', 'tls', '--report', 'json'),
                'certificate')
        refused(score, flotsam, 'a CA file that is not there', ('--cloud', 'tls-lost', '--report', 'json'), 'lost.crt')
        _same_ports(score, flotsam, 'the certificate as CA file', count, '--cloud', 'tls-ca')
        _same_ports(score, flotsam, 'verify: false', count, '--cloud', 'tls-unverified')
