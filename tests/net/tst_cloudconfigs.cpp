// SPDX-FileCopyrightText: Flotsam contributors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cloud/cloudconfigs.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace flotsam;
using namespace Qt::StringLiterals;

namespace {

using Files = QList<std::pair<QString, QString>>; ///< path below the temporary directory, content

/// A home, a working directory and a system directory of their own.
class World
{
public:
    explicit World(const Files &files, const QStringList &environment = {})
    {
        for (const QString &dir : {u"work"_s, u"home"_s, u"etc"_s})
            QDir(m_dir.path()).mkpath(dir);
        for (const auto &[path, content] : files)
            write(path, content);
        for (QString entry : environment) {
            entry.replace("@"_L1, m_dir.path());
            m_places.environment.insert(entry.section(u'=', 0, 0), entry.section(u'=', 1));
        }
        m_places.environment.insert(u"XDG_CONFIG_DIRS"_s, path(u"xdg"_s));
        m_places.workingDirectory = path(u"work"_s);
        m_places.homeDirectory = path(u"home"_s);
        m_places.systemDirectory = path(u"etc"_s);
    }

    QString path(const QString &name) const { return m_dir.path() + u'/' + name; }
    CloudConfigs load() const { return CloudConfigs::load(m_places); }
    void write(const QString &name, const QString &content) const
    {
        QDir().mkpath(QFileInfo(path(name)).path());
        QFile file(path(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content.toUtf8());
    }

private:
    QTemporaryDir m_dir;
    CloudConfigs::Places m_places;
};

QString cloud(const QString &name, const QString &more = {})
{
    return u"clouds:\n  %1:\n    auth: {auth_url: 'http://k:5000', username: u, password: p, project_name: %1-p}\n"_s
               .arg(name)
        + more;
}

/// The fields of a configuration by name, as text.
QString field(const CloudConfig &config, const QString &name)
{
    static const QHash<QString, std::function<QString(const CloudConfig &)>> fields{
        {u"name"_s, [](const CloudConfig &c) { return c.name; }},
        {u"url"_s, [](const CloudConfig &c) { return c.authUrl.toString(); }},
        {u"user"_s, [](const CloudConfig &c) { return c.userName; }},
        {u"userId"_s, [](const CloudConfig &c) { return c.userId; }},
        {u"password"_s, [](const CloudConfig &c) { return c.password.reveal(); }},
        {u"token"_s, [](const CloudConfig &c) { return c.token.reveal(); }},
        {u"credential"_s, [](const CloudConfig &c) { return c.credentialId + c.credentialName; }},
        {u"secret"_s, [](const CloudConfig &c) { return c.credentialSecret.reveal(); }},
        {u"method"_s, [](const CloudConfig &c) { return QString::number(int(c.method)); }},
        {u"project"_s, [](const CloudConfig &c) { return c.projectName; }},
        {u"projectId"_s, [](const CloudConfig &c) { return c.projectId; }},
        {u"userDomain"_s, [](const CloudConfig &c) { return c.userDomainId + u'/' + c.userDomainName; }},
        {u"projectDomain"_s, [](const CloudConfig &c) { return c.projectDomainId + u'/' + c.projectDomainName; }},
        {u"domain"_s, [](const CloudConfig &c) { return c.domainId + u'/' + c.domainName; }},
        {u"system"_s, [](const CloudConfig &c) { return c.systemScope ? u"yes"_s : u"no"_s; }},
        {u"trust"_s, [](const CloudConfig &c) { return c.trustId; }},
        {u"region"_s, [](const CloudConfig &c) { return c.region; }},
        {u"regions"_s, [](const CloudConfig &c) { return c.regions.join(u' '); }},
        {u"interfaces"_s, [](const CloudConfig &c) { return c.interfaces.join(u' '); }},
        {u"verify"_s, [](const CloudConfig &c) { return c.verify ? u"yes"_s : u"no"_s; }},
        {u"cacert"_s, [](const CloudConfig &c) { return c.caCert; }},
        {u"cert"_s, [](const CloudConfig &c) { return c.clientCert + u'+' + c.clientKey; }},
        {u"net"_s, [](const CloudConfig &c) { return c.services.value(u"network"_s).endpointOverride; }},
        {u"netRegion"_s, [](const CloudConfig &c) { return c.services.value(u"network"_s).region; }},
        {u"metal"_s, [](const CloudConfig &c) { return c.services.value(u"baremetal"_s).interfaces.join(u' '); }},
    };
    return fields.value(name)(config);
}

} // namespace

class CloudConfigsTest : public QObject
{
    Q_OBJECT

private slots:
    void search_data();
    void search();
    void entry_data();
    void entry();
    void refusals_data();
    void refusals();
    void environment_data();
    void environment();
    void choices();
    void yaml_data();
    void yaml();
    void filesThatCannotBeParsed();
    void secretsAreNotShown();
};

void CloudConfigsTest::search_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("found");

    QTest::newRow("working directory first")
        << Files{{u"work/clouds.yaml"_s, cloud(u"a"_s)}, {u"home/.config/openstack/clouds.yaml"_s, cloud(u"b"_s)}}
        << QStringList{} << u"a"_s;
    QTest::newRow("home before system") << Files{{u"home/.config/openstack/clouds.yaml"_s, cloud(u"b"_s)},
                                                 {u"etc/clouds.yaml"_s, cloud(u"c"_s)}}
                                        << QStringList{} << u"b"_s;
    QTest::newRow("XDG_CONFIG_HOME before ~/.config") << Files{{u"cfg/openstack/clouds.yaml"_s, cloud(u"x"_s)},
                                                               {u"home/.config/openstack/clouds.yaml"_s, cloud(u"b"_s)}}
                                                      << QStringList{u"XDG_CONFIG_HOME=@/cfg"_s} << u"x"_s;
    QTest::newRow("~/.config although XDG_CONFIG_HOME is elsewhere")
        << Files{{u"home/.config/openstack/clouds.yaml"_s, cloud(u"b"_s)}} << QStringList{u"XDG_CONFIG_HOME=@/cfg"_s}
        << u"b"_s;
    QTest::newRow("site directory before system")
        << Files{{u"xdg/openstack/clouds.yaml"_s, cloud(u"s"_s)}, {u"etc/clouds.yaml"_s, cloud(u"c"_s)}}
        << QStringList{} << u"s"_s;
    QTest::newRow("system") << Files{{u"etc/clouds.yaml"_s, cloud(u"c"_s)}} << QStringList{} << u"c"_s;
    QTest::newRow("yaml before yml before json")
        << Files{{u"work/clouds.json"_s, cloud(u"j"_s)}, {u"work/clouds.yml"_s, cloud(u"m"_s)}} << QStringList{}
        << u"m"_s;
    QTest::newRow("every suffix of one directory before the next")
        << Files{{u"work/clouds.json"_s,
                  u"{\"clouds\":{\"j\":{\"auth\":{\"auth_url\":\"http://k\",\"username\":\"u\"}}}}"_s},
                 {u"home/.config/openstack/clouds.yaml"_s, cloud(u"b"_s)}}
        << QStringList{} << u"j"_s;
    QTest::newRow("OS_CLIENT_CONFIG_FILE first")
        << Files{{u"work/clouds.yaml"_s, cloud(u"a"_s)}, {u"mine.yaml"_s, cloud(u"e"_s)}}
        << QStringList{u"OS_CLIENT_CONFIG_FILE=@/mine.yaml"_s} << u"e"_s;
    QTest::newRow("a missing OS_CLIENT_CONFIG_FILE falls through")
        << Files{{u"work/clouds.yaml"_s, cloud(u"a"_s)}} << QStringList{u"OS_CLIENT_CONFIG_FILE=@/none.yaml"_s}
        << u"a"_s;
    QTest::newRow("files are not merged with each other")
        << Files{{u"work/clouds.yaml"_s, cloud(u"a"_s)}, {u"etc/clouds.yaml"_s, cloud(u"c"_s)}} << QStringList{}
        << u"a"_s;
    QTest::newRow("one that cannot be parsed is passed over")
        << Files{{u"work/clouds.yaml"_s, u"clouds: [}"_s}, {u"etc/clouds.yaml"_s, cloud(u"c"_s)}} << QStringList{}
        << u"c"_s;
}

void CloudConfigsTest::search()
{
    QFETCH(Files, files);
    QFETCH(QStringList, variables);
    QFETCH(QString, found);
    const World world(files, variables);
    const CloudConfigs configs = world.load();
    QStringList names;
    for (const CloudChoice &choice : configs.choices())
        names += choice.name;
    QCOMPARE(names, QStringList{found});
    QCOMPARE(configs.defaultName(), found);
    const Result<CloudConfig> config = configs.get();
    QVERIFY(config.ok());
    QVERIFY(QFile::exists(config->origin));
}

void CloudConfigsTest::entry_data()
{
    QTest::addColumn<QString>("yaml"); ///< of the cloud `c`, indented by four
    QTest::addColumn<QString>("region");
    QTest::addColumn<QStringList>("expected"); ///< field=value

    const QString auth = u"    auth: {auth_url: 'http://k:5000/v3', username: u, password: p, project_name: pr}\n"_s;
    const auto row = [&](const char *name, const QString &yaml, const QStringList &expected,
                         const QString &region = {}) { QTest::newRow(name) << yaml << region << expected; };
    row("defaults", auth,
        {u"method=0"_s, u"interfaces=public"_s, u"verify=yes"_s, u"region="_s, u"userDomain=default/"_s,
         u"projectDomain=default/"_s, u"system=no"_s});
    row("numbers stay text", u"    auth: {auth_url: 'http://k', username: 007, password: 12, project_id: 0123}\n"_s,
        {u"user=007"_s, u"password=12"_s, u"projectId=0123"_s});
    row("dashes in keys",
        u"    auth: {auth-url: 'http://k', username: u, user-domain-name: D, project-name: pr}\n    region-name: R\n"_s,
        {u"url=http://k"_s, u"userDomain=/D"_s, u"project=pr"_s, u"region=R"_s});
    row("tenant is a project", u"    auth: {auth_url: 'http://k', username: u, tenant_name: t}\n"_s, {u"project=t"_s});
    row("top level beats auth for projects", auth + u"    project_name: top\n"_s, {u"project=top"_s});
    row("project beats tenant wherever they are", auth + u"    tenant_name: top\n"_s, {u"project=pr"_s});
    row("top level beats auth for domains",
        u"    auth: {auth_url: 'http://k', username: u, user_domain_name: in, project_name: p}\n    user_domain_name: top\n"_s,
        {u"userDomain=/top"_s});
    row("auth beats the top level for all else", auth + u"    username: top\n    password: top\n"_s,
        {u"user=u"_s, u"password=p"_s});
    row("the top level fills what auth lacks",
        u"    auth: {auth_url: 'http://k', project_name: p}\n    username: top\n    password: pw\n"_s,
        {u"user=top"_s, u"password=pw"_s});
    row("a domain goes to user and project",
        u"    auth: {auth_url: 'http://k', username: u, project_name: p, domain_name: D}\n"_s,
        {u"userDomain=/D"_s, u"projectDomain=/D"_s, u"domain=/"_s});
    row("but not over theirs",
        u"    auth: {auth_url: 'http://k', username: u, project_name: p, domain_id: D, user_domain_id: U}\n"_s,
        {u"userDomain=U/"_s, u"projectDomain=D/"_s});
    row("a domain without a project is the scope", u"    auth: {auth_url: 'http://k', username: u, domain_id: D}\n"_s,
        {u"domain=D/"_s});
    row("default domain", u"    auth: {auth_url: 'http://k', username: u, project_name: p, default_domain_name: D}\n"_s,
        {u"userDomain=/D"_s, u"projectDomain=/D"_s});
    row("ids need no domain", u"    auth: {auth_url: 'http://k', user_id: U, project_id: P}\n"_s,
        {u"userId=U"_s, u"userDomain=/"_s, u"projectDomain=/"_s});
    row("system scope", u"    auth: {auth_url: 'http://k', username: u, system_scope: all}\n"_s, {u"system=yes"_s});
    row("trust", u"    auth: {auth_url: 'http://k', username: u, trust_id: T}\n"_s, {u"trust=T"_s});
    row("token", u"    auth_type: token\n    auth: {auth_url: 'http://k', token: T, project_name: p}\n"_s,
        {u"method=1"_s, u"token=T"_s});
    row("v3token by another name", u"    auth_type: v3token\n    auth: {auth_url: 'http://k', auth-token: T}\n"_s,
        {u"method=1"_s, u"token=T"_s});
    row("application credential",
        u"    auth_type: v3applicationcredential\n    auth: {auth_url: 'http://k', application_credential_id: I, application_credential_secret: S}\n"_s,
        {u"method=2"_s, u"credential=I"_s, u"secret=S"_s});
    row("guessed from what is there",
        u"    auth: {auth_url: 'http://k', application_credential_id: I, application_credential_secret: S}\n"_s,
        {u"method=2"_s});
    row("v3password", u"    auth_type: v3password\n"_s + auth, {u"method=0"_s});
    row("region_name", auth + u"    region_name: R1\n"_s, {u"region=R1"_s, u"regions=R1"_s});
    row("first of several", auth + u"    region_name: 'R1,R2'\n"_s, {u"region=R1"_s, u"regions=R1 R2"_s});
    row("as a list", auth + u"    region_name: [R1, R2]\n"_s, {u"region=R2"_s}, u"R2"_s);
    row("regions", auth + u"    regions: [R1, R2]\n"_s, {u"region=R1"_s, u"regions=R1 R2"_s});
    row("values of a region",
        auth
            + u"    interface: public\n    regions:\n    - name: R1\n    - name: R2\n      values: {interface: internal, auth: {auth_url: 'http://r2'}}\n"_s,
        {u"region=R2"_s, u"interfaces=internal"_s, u"url=http://r2"_s, u"user=u"_s}, u"R2"_s);
    row("a region of a cloud that names none", auth, {u"region=R9"_s}, u"R9"_s);
    row("interface by its old name", auth + u"    endpoint_type: internalURL\n"_s, {u"interfaces=internal"_s});
    row("interfaces in order", auth + u"    interface: [internal, publicURL]\n"_s, {u"interfaces=internal public"_s});
    row("per service",
        auth
            + u"    network_endpoint_override: http://n:1\n    network_region_name: NR\n    bare_metal_interface: admin\n"_s,
        {u"net=http://n:1"_s, u"netRegion=NR"_s, u"metal=admin"_s});
    row("per service, by the old names",
        auth + u"    network_endpoint: http://n:2\n    baremetal_endpoint_type: adminURL\n"_s,
        {u"net=http://n:2"_s, u"metal=admin"_s});
    row("verify", auth + u"    verify: false\n    cacert: /ca\n"_s, {u"verify=no"_s, u"cacert=/ca"_s});
    row("insecure wins", auth + u"    verify: true\n    insecure: true\n"_s, {u"verify=no"_s});
    row("only true is insecure", auth + u"    insecure: 'yes'\n"_s, {u"verify=yes"_s});
    row("tilde", auth + u"    cacert: ~/ca.pem\n    cert: ~/c.pem\n    key: k.pem\n"_s,
        {u"cacert=@home/ca.pem"_s, u"cert=@home/c.pem+k.pem"_s});
    row("braces", u"    auth: {auth_url: 'http://{region_name}.k', username: u}\n    region_name: R1\n"_s,
        {u"url=http://r1.k"_s});
    row("unknown braces stay", auth + u"    cacert: '/{what}/ca'\n"_s, {u"cacert=/{what}/ca"_s});
    row("secrets in a URL are dropped", u"    auth: {auth_url: 'http://u:p@k/v3?x=1', username: u}\n"_s,
        {u"url=http://k/v3"_s});
}

void CloudConfigsTest::entry()
{
    QFETCH(QString, yaml);
    QFETCH(QString, region);
    QFETCH(QStringList, expected);
    const World world({{u"work/clouds.yaml"_s, u"clouds:\n  c:\n"_s + yaml}});
    const Result<CloudConfig> config = world.load().get(u"c"_s, region);
    QVERIFY2(config.ok(), config.ok() ? "" : qPrintable(config.error().toString()));
    for (QString line : expected) {
        line.replace("@home"_L1, world.path(u"home"_s));
        QCOMPARE(line.section(u'=', 0, 0) + u'=' + field(*config, line.section(u'=', 0, 0)), line);
    }
}

void CloudConfigsTest::refusals_data()
{
    QTest::addColumn<QString>("yaml");
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("region");
    QTest::addColumn<QString>("message");

    const QString auth = u"    auth: {auth_url: 'http://k', username: u}\n"_s;
    const auto row
        = [](const char *name, const QString &yaml, const QString &message, const QString &cloudName = u"c"_s,
             const QString &region = {}) { QTest::newRow(name) << yaml << cloudName << region << message; };
    row("no such cloud", auth, u"there is no such cloud"_s, u"other"_s);
    row("no such region", auth + u"    regions: [R1]\n"_s, u"it has no region R2"_s, u"c"_s, u"R2"_s);
    row("no address", u"    auth: {username: u}\n"_s, u"auth_url is missing"_s);
    row("no web address", u"    auth: {auth_url: 'ftp://k', username: u}\n"_s, u"auth_url is no http"_s);
    row("no user", u"    auth: {auth_url: 'http://k'}\n"_s, u"username is missing"_s);
    row("verify in quotes", auth + u"    verify: 'false'\n"_s, u"verify is neither true nor false"_s);
    row("kerberos", u"    auth_type: v3kerberos\n"_s + auth, u"auth type v3kerberos is not supported"_s);
    row("none", u"    auth_type: None\n"_s + auth, u"auth type None is not supported"_s);
    row("totp", u"    auth_type: v3totp\n"_s + auth, u"auth type v3totp is not supported"_s);
    row("credential without id", u"    auth_type: v3applicationcredential\n    auth: {auth_url: 'http://k'}\n"_s,
        u"application_credential_id is missing"_s);
    row("credential's name without user",
        u"    auth_type: v3applicationcredential\n    auth: {auth_url: 'http://k', application_credential_name: n}\n"_s,
        u"needs its user"_s);
    row("no mapping", u"    - a\n"_s, u"is no mapping"_s);
}

void CloudConfigsTest::refusals()
{
    QFETCH(QString, yaml);
    QFETCH(QString, name);
    QFETCH(QString, region);
    QFETCH(QString, message);
    const World world({{u"work/clouds.yaml"_s, u"clouds:\n  c:\n"_s + yaml}});
    const Result<CloudConfig> config = world.load().get(name, region);
    QVERIFY(!config.ok());
    QCOMPARE(config.error().kind, Error::Kind::Config);
    QVERIFY2(config.error().serviceMessage.contains(message), qPrintable(config.error().toString()));
}

void CloudConfigsTest::environment_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QString>("defaultName");
    QTest::addColumn<QStringList>("expected");

    const QStringList openrc{u"OS_AUTH_URL=http://e:5000/v3"_s, u"OS_USERNAME=eu"_s,         u"OS_PASSWORD=ep"_s,
                             u"OS_PROJECT_NAME=epr"_s,          u"OS_USER_DOMAIN_NAME=ED"_s, u"OS_REGION_NAME=ER"_s};
    const Files one{{u"work/clouds.yaml"_s, cloud(u"a"_s)}};
    QTest::newRow("a cloud of its own") << Files{} << openrc << u"envvars"_s
                                        << QStringList{u"url=http://e:5000/v3"_s, u"user=eu"_s,        u"password=ep"_s,
                                                       u"project=epr"_s,          u"userDomain=/ED"_s, u"region=ER"_s};
    QTest::newRow("before the only cloud of a file") << one << openrc << u"envvars"_s << QStringList{u"user=eu"_s};
    QTest::newRow("OS_CLOUD before it, and nothing is laid over")
        << one << (openrc + QStringList{u"OS_CLOUD=a"_s}) << u"a"_s
        << QStringList{u"user=u"_s, u"password=p"_s, u"region="_s};
    QTest::newRow("by another name") << Files{} << (openrc + QStringList{u"OS_CLOUD_NAME=mine"_s}) << u"mine"_s
                                     << QStringList{u"name=mine"_s};
    QTest::newRow("selectors alone make none")
        << one << QStringList{u"OS_REGION_NAME=R"_s, u"OS_CLOUD_NAME=x"_s, u"OS_CLIENT_SECURE_FILE=/none"_s} << u"a"_s
        << QStringList{u"region="_s};
    QTest::newRow("nor do OS_TEST, OS_STD and OS_LOG")
        << one << QStringList{u"OS_TEST_X=1"_s, u"OS_STDOUT_CAPTURE=1"_s, u"OS_LOG_LEVEL=1"_s} << u"a"_s
        << QStringList{u"name=a"_s};
    QTest::newRow("tenant and credential")
        << Files{}
        << QStringList{u"OS_AUTH_URL=http://e"_s, u"OS_AUTH_TYPE=v3applicationcredential"_s,
                       u"OS_APPLICATION_CREDENTIAL_ID=I"_s, u"OS_APPLICATION_CREDENTIAL_SECRET=S"_s}
        << u"envvars"_s << QStringList{u"method=2"_s, u"credential=I"_s, u"secret=S"_s};
    QTest::newRow("token") << Files{}
                           << QStringList{u"OS_AUTH_URL=http://e"_s, u"OS_TOKEN=T"_s, u"OS_AUTH_TYPE=token"_s,
                                          u"OS_PROJECT_ID=P"_s, u"OS_INSECURE=true"_s}
                           << u"envvars"_s << QStringList{u"token=T"_s, u"projectId=P"_s, u"verify=no"_s};
}

void CloudConfigsTest::environment()
{
    QFETCH(Files, files);
    QFETCH(QStringList, variables);
    QFETCH(QString, defaultName);
    QFETCH(QStringList, expected);
    const World world(files, variables);
    const CloudConfigs configs = world.load();
    QCOMPARE(configs.defaultName(), defaultName);
    const Result<CloudConfig> config = configs.get();
    QVERIFY2(config.ok(), config.ok() ? "" : qPrintable(config.error().toString()));
    for (const QString &line : expected)
        QCOMPARE(line.section(u'=', 0, 0) + u'=' + field(*config, line.section(u'=', 0, 0)), line);
}

void CloudConfigsTest::choices()
{
    const QString yaml
        = u"clouds:\n"
          "  two: {auth: {auth_url: 'http://k', username: u, project_name: p}, regions: [R1, R2], verify: false}\n"
          "  bad: {auth_type: v3kerberos, auth: {auth_url: 'http://k'}}\n"
          "  full: {auth: {auth_url: 'http://k/v3', user_id: U, password: p, project_id: P}}\n"_s;
    const World world({{u"work/clouds.yaml"_s, yaml}}, {u"OS_CLOUD=full"_s});
    const CloudConfigs configs = world.load();
    const QList<CloudChoice> choices = configs.choices();
    QCOMPARE(choices.size(), 4);
    QCOMPARE(choices.at(0).name, u"full"_s);
    QCOMPARE(choices.at(0).user, u"U"_s);
    QCOMPARE(choices.at(0).project, u"P"_s);
    QVERIFY(!choices.at(0).needsPassword);
    QVERIFY(choices.at(0).origin.endsWith("work/clouds.yaml"_L1));
    QCOMPARE(choices.at(1).name, u"bad"_s);
    QVERIFY(choices.at(1).problem.contains("v3kerberos"_L1));
    QCOMPARE(choices.at(2).region, u"R1"_s);
    QCOMPARE(choices.at(3).region, u"R2"_s);
    QVERIFY(choices.at(3).needsPassword);
    QVERIFY(choices.at(3).insecure);

    const World several({{u"work/clouds.yaml"_s, yaml}});
    QVERIFY(several.load().defaultName().isEmpty());
    QVERIFY(several.load().get().error().advice.contains("bad, full, two"_L1));

    const World clash({{u"work/clouds.yaml"_s, cloud(u"envvars"_s)}}, {u"OS_AUTH_URL=http://e"_s, u"OS_USERNAME=u"_s});
    QCOMPARE(clash.load().problems().size(), 1);
    QVERIFY(clash.load().problems().first().advice.contains("OS_CLOUD_NAME"_L1));

    const World empty({});
    QVERIFY(empty.load().get().error().serviceMessage.contains("no clouds.yaml was found"_L1));
    QVERIFY(empty.load().get(u"x"_s).error().advice.contains("/home/.config/openstack/clouds.yaml"_L1));
}

void CloudConfigsTest::yaml_data()
{
    QTest::addColumn<Files>("files");
    QTest::addColumn<QStringList>("variables");
    QTest::addColumn<QStringList>("expected");

    const QString bare = u"clouds:\n  c:\n    auth: {auth_url: 'http://k', username: u, project_name: p}\n"_s;
    QTest::newRow("secure.yaml fills in")
        << Files{{u"work/clouds.yaml"_s, bare}, {u"etc/secure.yaml"_s, u"clouds: {c: {auth: {password: s3}}}"_s}}
        << QStringList{} << QStringList{u"password=s3"_s, u"user=u"_s};
    QTest::newRow("secure.yaml wins") << Files{{u"work/clouds.yaml"_s, cloud(u"c"_s)},
                                               {u"work/secure.yaml"_s, u"clouds: {c: {auth: {password: s3}}}"_s}}
                                      << QStringList{} << QStringList{u"password=s3"_s};
    QTest::newRow("OS_CLIENT_SECURE_FILE")
        << Files{{u"work/clouds.yaml"_s, bare},
                 {u"work/secure.yaml"_s, u"clouds: {c: {auth: {password: no}}}"_s},
                 {u"my.yaml"_s, u"clouds: {c: {auth: {password: mine}}}"_s}}
        << QStringList{u"OS_CLIENT_SECURE_FILE=@/my.yaml"_s} << QStringList{u"password=mine"_s};
    QTest::newRow("a profile lies under the entry")
        << Files{{u"work/clouds.yaml"_s,
                  u"clouds: {c: {profile: v, interface: internal, auth: {username: u, project_name: p}}}"_s},
                 {u"work/clouds-public.yaml"_s,
                  u"public-clouds: {v: {auth: {auth_url: 'http://vendor', username: no}, interface: admin, region_name: VR}}"_s}}
        << QStringList{} << QStringList{u"url=http://vendor"_s, u"user=u"_s, u"interfaces=internal"_s, u"region=VR"_s};
    QTest::newRow("and by its old name")
        << Files{{u"work/clouds.yaml"_s, u"clouds: {c: {cloud: v, auth: {username: u}}}"_s},
                 {u"work/clouds-public.yaml"_s, u"public-clouds: {v: {auth: {auth_url: 'http://vendor'}}}"_s}}
        << QStringList{} << QStringList{u"url=http://vendor"_s};
    QTest::newRow("merge keys")
        << Files{{u"work/clouds.yaml"_s,
                  u"base: &base {interface: internal, auth: &auth {auth_url: 'http://k', username: b, password: p}}\n"
                  "clouds:\n  c:\n    <<: *base\n    auth: {<<: *auth, username: own}\n"_s}}
        << QStringList{} << QStringList{u"interfaces=internal"_s, u"user=own"_s, u"password=p"_s};
    QTest::newRow("quoted words are text, null is nothing")
        << Files{{u"work/clouds.yaml"_s,
                  u"clouds: {c: {auth: {auth_url: 'http://k', username: 'true', password: \"~\", project_name: ~, project_id: null}}}"_s}}
        << QStringList{} << QStringList{u"user=true"_s, u"password=~"_s, u"project="_s, u"projectId="_s};
}

void CloudConfigsTest::yaml()
{
    QFETCH(Files, files);
    QFETCH(QStringList, variables);
    QFETCH(QStringList, expected);
    const World world(files, variables);
    const Result<CloudConfig> config = world.load().get(u"c"_s);
    QVERIFY2(config.ok(), config.ok() ? "" : qPrintable(config.error().toString()));
    for (const QString &line : expected)
        QCOMPARE(line.section(u'=', 0, 0) + u'=' + field(*config, line.section(u'=', 0, 0)), line);
}

void CloudConfigsTest::filesThatCannotBeParsed()
{
    QString deep;
    for (int i = 0; i < 200; ++i)
        deep += u"["_s;
    QString bomb = u"a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n"_s;
    for (int i = 1; i < 9; ++i)
        bomb += u"a%1: &a%1 [*a%2,*a%2,*a%2,*a%2,*a%2,*a%2,*a%2,*a%2,*a%2,*a%2]\n"_s.arg(i).arg(i - 1);
    const QList<std::pair<QString, QString>> broken{
        {u"clouds:\n  a:\n bad: [\n"_s, u":"_s},
        {u"- a\n- b\n"_s, u"a mapping was expected"_s},
        {u"clouds:\n  a: {x: *nowhere}\n"_s, u":2"_s},
        {u"just text"_s, u"a mapping was expected"_s},
        {deep, u"clouds.yaml"_s},
        {bomb, u"too many values"_s},
        {u"? [a, b]\n: c\n"_s, u"a key is not plain text"_s},
        {u"clouds: [1, 2]\n"_s, u"no mapping"_s},
        {u"cluods: {}\n"_s, u"no 'clouds:'"_s},
        {QString(QChar(0)) + u"\x01\x02"_s, u"clouds.yaml"_s},
    };
    for (const auto &[text, message] : broken) {
        const World world({{u"work/clouds.yaml"_s, text}});
        const CloudConfigs configs = world.load();
        QVERIFY2(!configs.problems().isEmpty(), qPrintable(text.left(40)));
        const Error error = configs.problems().first();
        QVERIFY2(error.toString().contains(message), qPrintable(error.toString()));
        QVERIFY(error.object.contains("clouds.yaml"_L1));
        QVERIFY(!configs.get().ok());
        QVERIFY(configs.choices().isEmpty());
    }
}

void CloudConfigsTest::secretsAreNotShown()
{
    QString shown;
    QDebug(&shown) << Secret(u"swordfish"_s);
    QVERIFY(!shown.contains("swordfish"_L1));
    const World world({{u"work/clouds.yaml"_s, u"clouds:\n  c: {auth: {password: swordfish, username: [}}\n"_s}});
    for (const Error &error : world.load().problems())
        QVERIFY2(!error.toString().contains("swordfish"_L1), qPrintable(error.toString()));
    const World wrong({{u"work/clouds.yaml"_s, u"clouds: {c: {auth: {password: swordfish, auth_url: 'x'}}}"_s}});
    QVERIFY(!wrong.load().get(u"c"_s).error().toString().contains("swordfish"_L1));
}

QTEST_GUILESS_MAIN(CloudConfigsTest)
#include "tst_cloudconfigs.moc"
