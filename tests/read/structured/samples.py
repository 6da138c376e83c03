"""A file of every structured source, with the facts it states: of a shop that does not exist."""

# ruff: noqa: E501

from __future__ import annotations

from dataclasses import dataclass
from textwrap import dedent

from kg.read.base import Reader
from kg.read.structured.backstage import Backstage
from kg.read.structured.catalog import Catalog
from kg.read.structured.codeowners import Codeowners
from kg.read.structured.compose import Compose
from kg.read.structured.cyclonedx import CycloneDx
from kg.read.structured.helm import Helm
from kg.read.structured.kubernetes import Kubernetes
from kg.read.structured.mapping import load_mapping
from kg.read.structured.rdf import Rdf
from kg.read.structured.spdx import Spdx
from kg.read.structured.systemd import Systemd
from kg.read.structured.terraform import Terraform
from kg.read.structured.traces import Traces

MAPPING = """
files: ["*.csv", inventory.yml, inventory.json]
records: services
name: id
facts:
  - {field: team.name, relation: owned_by}
  - {field: needs, relation: depends_on}
  - {field: used_by, relation: depends_on, inverse: true, split: ","}
  - {field: reports_to, relation: depends_on, polarity: optional}
  - {field: host, relation: runs_on, values: {k8s: Kubernetes, none: ""}}
"""
TABLE = """
name: id
facts:
  - {field: team, relation: owned_by}
  - {field: needs, relation: depends_on, split: ","}
"""
KEYED = """
records: services
name: $key
facts: [{field: uses.component, relation: depends_on}]
"""


@dataclass(frozen=True)
class Sample:
    name: str
    reader: Reader
    path: str
    text: str
    expected: tuple[str, ...]


def sample(name: str, reader: Reader, path: str, text: str, *expected: str) -> Sample:
    return Sample(name, reader, path, dedent(text).lstrip("\n"), expected)


def catalog(text: str) -> Catalog:
    return Catalog(load_mapping("mapping.yml", text))


PREFIXES = "@prefix kg: <https://w3id.org/context-graph/ontology#> .\n@prefix : <https://shop.example/> .\n"

COMPOSE = (
    sample("depends_on as a list", Compose(), "compose.yml", """
        services:
          web:
            image: shop/web
            depends_on:
              - stock   # first
              - "ledger"
        """, "5: web depends_on stock", "6: web depends_on ledger"),
    sample("depends_on in flow style", Compose(), "compose.yml", """
        services:
          web: {image: w, depends_on: [stock, ledger]}
        """, "2: web depends_on stock", "2: web depends_on ledger"),
    sample("depends_on as a mapping", Compose(), "compose.yml", """
        services:
          web:
            build: .
            depends_on:
              stock:
                condition: service_healthy
              mailer: {condition: service_started, required: false}
        """, "5: web depends_on stock", "7: web depends_on? mailer"),
    sample("links, aliases, volumes_from, network_mode", Compose(), "compose.yml", """
        services:
          web:
            image: w
            links: ["stock:store"]
            external_links:
              - legacy-ledger:ledger
            volumes_from:
              - assets:ro
            network_mode: service:tunnel
            environment:
              STORE_URL: http://store:80
        """, "4: web depends_on stock", "6: web depends_on legacy-ledger", "8: web depends_on assets",
        "9: web depends_on tunnel", "11: web depends_on store"),
    sample("environment", Compose(), "compose.yml", """
        services:
          web:
            image: w
            environment:
              DATABASE_URL: postgres://u:p@db:5432/shop
              CACHE_HOST: cache
              CACHE_PORT: 6379
              SELF_URL: http://web:80
              ALLOWED_HOSTS: web,cache
              PUBLIC_SITE: https://shop.example
              QUEUES: mq:5672,mq2:5672
              OTEL_EXPORTER_OTLP_ENDPOINT: http://collector:4317
              LEVEL: cache
              UNSET:
          db: {image: postgres}
          cache: {image: redis}
          mq: {image: rabbitmq}
          mq2: {image: rabbitmq}
        """, "5: web backed_by db", "6: web depends_on cache", "11: web depends_on mq", "11: web depends_on mq2",
        "12: web depends_on? collector", "15: db backed_by PostgreSQL", "16: cache backed_by Redis"),
    sample("images of stores", Compose(), "compose.yml", """
        services:
          shop: {image: "registry.example:5000/shop/storefront:1.2"}
          web: {image: nginx}
          cache: {image: "mirror.example/library/redis:7-alpine@sha256:0a1b"}
          redis: {image: redis}
          base: {image: "postgres:16"}
          reports: {extends: {service: base}}
        """, "4: cache backed_by Redis", "6: base backed_by PostgreSQL", "6: reports backed_by PostgreSQL"),
    sample("environment as a list, defaults, command", Compose(), "compose.yml", """
        services:
          web:
            image: w
            command: ["serve", "--stock-url=http://stock:80"]
            environment:
              - DB_URL=mysql://${DB_HOST:-db}:3306/shop
              - LEDGER_HOST=${LEDGER}
              - MQ_HOST
          db: {image: mysql}
        """, "4: web depends_on stock", "6: web backed_by db", "9: db backed_by MySQL"),
    sample("container names stand for services", Compose(), "compose.yml", """
        services:
          web:
            image: w
            environment: {DB_HOST: shop_db, MQ_HOST: queue.shop}
          db: {image: postgres, container_name: shop_db}
          mq: {image: m, networks: {back: {aliases: [queue.shop]}}}
        """, "4: web depends_on db", "4: web depends_on mq", "5: db backed_by PostgreSQL"),
    sample("anchors and merges are cited where they are written", Compose(), "compose.yml", """
        x-base: &base
          environment: &env
            STOCK_URL: http://stock:80
          depends_on: [ledger]
        services:
          web:
            <<: *base
            image: w
          job:
            image: j
            depends_on: [web]
            environment:
              <<: *env
              LOG: "1"
        """, "3: web depends_on stock", "3: job depends_on stock", "4: web depends_on ledger", "11: job depends_on web"),
    sample("extends within the file", Compose(), "compose.yml", """
        services:
          base:
            image: b
            depends_on: [ledger]
          web:
            extends: {service: base}
          job:
            extends: {file: other.yml, service: base}
          loop: {extends: loop2}
          loop2: {extends: loop}
        """, "4: base depends_on ledger", "4: web depends_on ledger"),
)  # fmt: skip

BACKSTAGE = (
    sample("a component", Backstage(), "catalog-info.yaml", """
        apiVersion: backstage.io/v1alpha1
        kind: Component
        metadata:
          name: cart
        spec:
          type: service
          owner: group:default/checkout
          system: shop
          dependsOn: ["resource:cart-db", component:default/stock]
          dependencyOf:
            - component:storefront
          consumesApis: [prices-api]
          providesApis: [cart-api]
        """, "7: cart owned_by checkout", "9: cart depends_on cart-db", "9: cart depends_on stock",
        "11: storefront depends_on cart", "12: cart depends_on prices-api", "13: cart-api depends_on cart"),
    sample("several documents and kinds", Backstage(), "catalog-info.yaml", """
        apiVersion: backstage.io/v1alpha1
        kind: API
        metadata: {name: prices, namespace: sales}
        spec:
          owner: pricing
        ---
        apiVersion: backstage.io/v1alpha1
        kind: Group
        metadata: {name: pricing}
        spec: {owner: nobody}
        ---
        apiVersion: backstage.io/v1alpha1
        kind: System
        metadata: {name: shop}
        spec: {owner: user:ada, domain: retail}
        """, "5: sales/prices owned_by sales/pricing", "15: shop owned_by ada"),
)  # fmt: skip

KUBERNETES = (
    sample("a deployment's environment", Kubernetes(), "k8s/cart.yaml", """
        apiVersion: apps/v1
        kind: Deployment
        metadata:
          name: cart
          labels: {team: checkout}
        spec:
          template:
            spec:
              containers:
                - name: cart
                  args: ["--ledger-addr=ledger:9000"]
                  env:
                    - name: STOCK_ADDR
                      value: "stock:7070"
                    - name: DB_URL
                      value: postgres://cart-db.shop.svc.cluster.local/cart
                    - {name: PRICES_HOST, value: prices}
                    - {name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
        """, "5: cart owned_by checkout", "11: cart depends_on ledger", "13: cart depends_on stock",
        "15: cart backed_by cart-db", "17: cart depends_on prices"),
    sample("config maps, cron jobs, services and routes", Kubernetes(), "k8s/all.yaml", """
        apiVersion: v1
        kind: ConfigMap
        metadata: {name: settings}
        data:
          STOCK_URL: http://stock
          MAIL_URL: smtp://mail:25
        ---
        apiVersion: batch/v1
        kind: CronJob
        metadata: {name: report}
        spec:
          jobTemplate:
            spec:
              template:
                spec:
                  containers:
                    - name: report
                      envFrom: [{configMapRef: {name: settings}}]
        ---
        apiVersion: apps/v1
        kind: StatefulSet
        metadata: {name: stock-v2}
        spec:
          template:
            metadata: {labels: {app: stock}}
            spec:
              containers:
                - env:
                    - name: MAIL_URL
                      valueFrom: {configMapKeyRef: {name: settings, key: MAIL_URL, optional: true}}
        ---
        apiVersion: v1
        kind: Service
        metadata: {name: stock}
        spec:
          selector:
            app: stock
        ---
        apiVersion: networking.k8s.io/v1
        kind: Ingress
        metadata: {name: front}
        spec:
          rules:
            - http:
                paths:
                  - backend:
                      service:
                        name: stock
        """, "5: report depends_on stock", "6: report depends_on mail", "6: stock-v2 depends_on? mail",
        "37: stock depends_on stock-v2", "48: front depends_on stock"),
    sample("a list, and a template of a chart", Kubernetes(), "templates/web.yaml", """
        apiVersion: v1
        kind: List
        items:
          {{- if .Values.web }}
          - apiVersion: v1
            kind: Pod
            metadata:
              name: web
            spec:
              containers:
                - image: {{ .Values.image | quote }}
                  env:
                    - name: STOCK_URL
                      value: http://stock
                    - name: CART_URL
                      value: http://{{ .Release.Name }}-cart
          {{- end }}
        """, "13: web depends_on stock"),
)  # fmt: skip

HELM = (
    sample("a chart's dependencies", Helm(), "charts/shop/Chart.yaml", """
        apiVersion: v2
        name: shop
        dependencies:
          - name: postgresql
            version: 1.0
          - name: mailer
            condition: mailer.enabled
        """, "4: shop depends_on postgresql", "6: shop depends_on? mailer"),
    sample("a value file", Helm(), "charts/shop/values.yaml", """
        image: {registry: registry.shop.example}
        stockUrl: http://stock:80
        worker:
          replicaCount: 2
          env:
            - name: DATABASE_URL
              value: postgres://db/shop
        ingress: {host: shop.example}
        """, "2: shop depends_on stock", "6: worker backed_by db"),
)  # fmt: skip

CODEOWNERS = (
    sample("rules", Codeowners(), "shop/.github/CODEOWNERS", """
        # who owns what
        *                 @shop/platform
        *.md              @shop/writers
        /services/cart/   @shop/checkout ada@shop.example # both
        /docs/            @shop/writers
        /services/stock/* @shop/warehouse
        /services/free/
        """, "2: shop owned_by @shop/platform", "4: cart owned_by @shop/checkout", "4: cart owned_by ada@shop.example",
        "6: stock owned_by @shop/warehouse"),
    sample("sections", Codeowners(), "CODEOWNERS", """
        [Cart][2] @shop/checkout
        /cart/
        ^[Ledger]
        /ledger/ @shop/money
        """, "2: cart owned_by @shop/checkout", "4: ledger owned_by @shop/money"),
)  # fmt: skip

BILLS = (
    sample("CycloneDX", CycloneDx(), "bom.json", """
        {"bomFormat": "CycloneDX",
         "metadata": {"component": {"bom-ref": "app", "type": "application", "name": "cart"}},
         "components": [
           {"bom-ref": "r", "type": "library", "name": "redis", "purl": "pkg:npm/redis@4.1.0"},
           {"bom-ref": "o", "type": "library", "name": "opt", "group": "shop", "scope": "optional"},
           {"bom-ref": "x", "type": "library", "name": "test", "scope": "excluded"}],
         "services": [{"bom-ref": "s", "name": "stock", "endpoints": ["https://stock.example"]}],
         "dependencies": [
           {"ref": "app", "dependsOn": ["r",
             "s", "x"]},
           {"ref": "r", "dependsOn": ["o", "unknown"]}]}
        """, "9: cart depends_on pkg:npm/redis", "10: cart depends_on stock", "11: pkg:npm/redis depends_on? shop/opt"),
    sample("SPDX 2", Spdx(), "cart.spdx.json", """
        {"spdxVersion": "SPDX-2.3",
         "packages": [{"SPDXID": "SPDXRef-a", "name": "cart"}, {"SPDXID": "SPDXRef-b", "name": "money",
           "externalRefs": [{"referenceType": "purl", "referenceLocator": "pkg:pypi/money@2"}]}],
         "relationships": [
           {"spdxElementId": "SPDXRef-a", "relationshipType": "DEPENDS_ON", "relatedSpdxElement": "SPDXRef-b"},
           {"spdxElementId": "SPDXRef-b", "relationshipType": "OPTIONAL_DEPENDENCY_OF", "relatedSpdxElement": "SPDXRef-a"},
           {"spdxElementId": "SPDXRef-b", "relationshipType": "TEST_DEPENDENCY_OF", "relatedSpdxElement": "SPDXRef-a"},
           {"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": "SPDXRef-a"}]}
        """, "5: cart depends_on pkg:pypi/money", "6: cart depends_on? pkg:pypi/money"),
    sample("SPDX 3", Spdx(), "cart.spdx.json", """
        {"@context": "https://spdx.org/rdf/3.0.1/spdx-context.jsonld", "@graph": [
          {"type": "software_Package", "spdxId": "urn:a", "name": "cart"},
          {"type": "software_Package", "spdxId": "urn:b", "name": "money", "software_packageUrl": "pkg:pypi/money@2"},
          {"type": "Relationship", "from": "urn:a", "relationshipType": "dependsOn", "to": ["urn:b"]},
          {"type": "Relationship", "from": "urn:a", "relationshipType": "dependsOn", "scope": "build", "to": ["urn:b"]}]}
        """, "4: cart depends_on pkg:pypi/money"),
)  # fmt: skip

TRACES = (
    sample("Jaeger", Traces(), "dependencies.json", """
        {"data": [{"parent": "cart", "child": "stock", "callCount": 12},
                  {"parent": "cart", "child": "ledger", "callCount": 0}]}
        """, "1: cart depends_on stock"),
    sample("service graph metrics", Traces(), "graph.json", """
        {"data": {"result": [{"metric": {"__name__": "traces_service_graph_request_total",
          "client": "cart", "server": "stock"}, "value": [0, "3"]}]}}
        """, "1: cart depends_on stock"),
    sample("nodes and edges", Traces(), "graph.json", """
        {"nodes": [{"data": {"id": "n1", "app": "cart"}}, {"data": {"id": "n2", "app": "stock"}}],
         "edges": [{"data": {"id": "e", "source": "n1", "target": "n2"}}]}
        """, "2: cart depends_on stock"),
    sample("X-Ray", Traces(), "graph.json", """
        {"Services": [{"ReferenceId": 0, "Name": "cart", "Edges": [{"ReferenceId": 1}]},
                      {"ReferenceId": 1, "Name": "stock", "Edges": []}]}
        """, "1: cart depends_on stock"),
)  # fmt: skip

UNITS = (
    sample("a unit", Systemd(), "units/cart.service", """
        [Unit]
        After=network-online.target ledger.service
        Requires=stock.service \\
          redis@6379.service
        Wants=mailer.service network-online.target
        BindsTo=%i.device
        #Requires=old.service
        [Install]
        WantedBy=multi-user.target front.service
        """, "3: cart depends_on stock", "3: cart depends_on redis", "5: cart depends_on? mailer",
        "9: front depends_on? cart"),
    sample("a drop-in", Systemd(), "units/cart.service.d/db.conf", """
        [Unit]
        Requires=db.service
        """, "2: cart depends_on db"),
)  # fmt: skip

TERRAFORM = (
    sample("resources and modules", Terraform(), "main.tf", """
        # aws_db_instance.old
        resource "aws_ecs_service" "cart" {
          role       = aws_iam_role.cart.arn
          # aws_db_instance.commented
          depends_on = [aws_db_instance.cart, module.stock]
          note       = "see aws_db_instance.text"
        }
        resource "aws_lambda_function" "mail" {
          environment {
            variables = {
              DB = "postgres://${aws_db_instance.cart.endpoint}/mail"
              Q  = data.aws_sqs_queue.mail.url
            }
          }
        }
        module "stock" {
          source = "./stock"
          db     = aws_db_instance.cart.id
        }
        """, "5: aws_ecs_service.cart depends_on aws_db_instance.cart", "5: aws_ecs_service.cart depends_on stock",
        "11: aws_lambda_function.mail depends_on aws_db_instance.cart",
        "12: aws_lambda_function.mail depends_on aws_sqs_queue.mail", "18: stock depends_on aws_db_instance.cart"),
)  # fmt: skip

CATALOGS = (
    sample("YAML", catalog(MAPPING), "inventory.yml", """
        services:
          - id: cart
            team: {name: checkout}
            needs: [stock, ledger]
            used_by: storefront, app
            reports_to: metrics
            host: k8s
          - id: stock
            needs:
              db: {kind: store}
            host: none
          - team: {name: nobody}
        """, "3: cart owned_by checkout", "4: cart depends_on stock", "4: cart depends_on ledger",
        "5: storefront depends_on cart", "5: app depends_on cart", "6: cart depends_on? metrics",
        "7: cart runs_on Kubernetes", "10: stock depends_on db"),
    sample("JSON", catalog(MAPPING), "inventory.json", """
        {"services": [
          {"id": "cart", "needs": "stock"}
        ]}
        """, "2: cart depends_on stock"),
    sample("a table", catalog(TABLE), "services.csv", """
        id,team,needs
        cart,checkout,"stock, ledger"
        stock,,cart-db
        """, "2: cart owned_by checkout", "2: cart depends_on stock", "2: cart depends_on ledger",
        "3: stock depends_on cart-db"),
    sample("records by name", catalog(KEYED), "services.yml", """
        services:
          cart:
            uses:
              - component: stock
              - component: ledger
        """, "4: cart depends_on stock", "5: cart depends_on ledger"),
)  # fmt: skip

RDF = (
    sample("Turtle", Rdf(), "shop.ttl", PREFIXES + """
# :x kg:depends_on :y .
:cart kg:depends_on :stock ,
    :ledger ;
    kg:optionally_depends_on :mailer ;
    kg:owned_by <https://shop.example/teams#checkout> .
:db kg:dependency_of :stock .
:stock <http://www.w3.org/2000/01/rdf-schema#label> "stock. keeping" .
[] kg:depends_on :cart .
""", "5: cart depends_on stock. keeping", "6: cart depends_on ledger", "7: cart depends_on? mailer",
        "8: cart owned_by checkout", "9: stock. keeping depends_on db"),
    sample("N-Triples", Rdf(), "shop.nt", """
        <urn:shop:cart> <https://w3id.org/context-graph/ontology#backed_by> <urn:shop:cart%20db> .
        """, "1: cart backed_by cart db"),
    sample("JSON-LD", Rdf(), "shop.jsonld", """
        {"@context": {"kg": "https://w3id.org/context-graph/ontology#", "needs": {"@id": "kg:depends_on", "@type": "@id"}},
         "@id": "https://shop.example/cart",
         "needs": ["https://shop.example/stock",
                   "https://shop.example/ledger"]}
        """, "3: cart depends_on stock", "4: cart depends_on ledger"),
    sample("RDF/XML", Rdf(), "shop.rdf", """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:kg="https://w3id.org/context-graph/ontology#">
          <kg:Component rdf:about="https://shop.example/cart">
            <kg:depends_on rdf:resource="https://shop.example/stock"/>
            <kg:owned_by><kg:Owner rdf:about="https://shop.example/checkout"/></kg:owned_by>
          </kg:Component>
        </rdf:RDF>
        """, "3: cart depends_on stock", "4: cart owned_by checkout"),
)  # fmt: skip

SAMPLES = (*COMPOSE, *BACKSTAGE, *KUBERNETES, *HELM, *CODEOWNERS, *BILLS, *TRACES, *UNITS, *TERRAFORM, *CATALOGS, *RDF)
