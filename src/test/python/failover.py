"""What a Python program does with a cluster of three nodes, with the queue's master killed in the middle.

    python3 failover.py PORTS_FILE

The file is what `mirrorlab up --ports-file` writes. The program publishes with confirms, consumes, routes, returns,
rejects, purges and commits; half-way it kills the node of the queue's master. Every confirmed message must come, in order
but for those that come again. It ends with the line `everything came` and status 0, or says what was wrong.
"""
import base64
import json
import os
import signal
import sys
import time
import urllib.parse
import urllib.request

import pika

MESSAGES = 400
PATIENCE = 60


class Cluster:
    """The nodes of the ports file."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            self.nodes = json.load(file)["nodes"]
        self.dead = set()

    def alive(self):
        return [node for node in self.nodes if node["name"] not in self.dead]

    def connect(self, node):
        login = pika.PlainCredentials(node["user"], node["password"])
        return pika.BlockingConnection(pika.ConnectionParameters(
            "127.0.0.1", node["amqp_port"], credentials=login, heartbeat=30, blocked_connection_timeout=PATIENCE))

    def ask(self, method, path, body=None):
        node = self.alive()[0]
        request = urllib.request.Request(
            "http://127.0.0.1:%d/api%s" % (node["http_port"], path), method=method,
            data=None if body is None else json.dumps(body).encode())
        login = ("%s:%s" % (node["user"], node["password"])).encode()
        request.add_header("Authorization", "Basic " + base64.b64encode(login).decode())
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
        return json.loads(text) if text else None

    def queue(self, name):
        return self.ask("GET", "/queues/%2F/" + urllib.parse.quote(name, safe=""))

    def kill(self, name):
        node = next(each for each in self.nodes if each["name"] == name)
        self.dead.add(name)
        os.kill(node["pid"], signal.SIGKILL)


def check(what, condition):
    if not condition:
        sys.exit("wrong: " + what)


def await_that(what, condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > deadline:
            sys.exit("never: " + what)
        time.sleep(0.05)


def everyday(channel):
    """What every client library is used for, before anything fails."""
    asked = channel.queue_declare("", exclusive=True).method.queue
    check("a name by the server", asked.startswith("amq.gen-"))
    channel.basic_publish("", asked, b"one", pika.BasicProperties(content_type="text/plain", headers={"n": 1}))
    channel.basic_publish("", asked, b"two")
    method, properties, body = channel.basic_get(asked)
    check("basic.get", body == b"one" and properties.headers == {"n": 1} and method.message_count == 1)
    channel.basic_nack(method.delivery_tag, requeue=True)
    method, _, body = channel.basic_get(asked)
    check("redelivered", body == b"one" and method.redelivered)
    channel.basic_reject(method.delivery_tag, requeue=False)
    check("purge", channel.queue_purge(asked).method.message_count == 1)
    check("empty", channel.basic_get(asked) == (None, None, None))
    channel.queue_delete(asked)


def wrong(connection):
    """A mistake costs the channel, not the connection."""
    channel = connection.channel()
    try:
        channel.queue_declare("pika-none", passive=True)
        sys.exit("wrong: a missing queue was found")
    except pika.exceptions.ChannelClosedByBroker as closed:
        check("404", closed.reply_code == 404 and "no queue 'pika-none'" in closed.reply_text)
    check("the connection stays", connection.is_open)


def routed(channel):
    """Exchanges and bindings, and what nobody wants."""
    channel.exchange_declare("pika-events", "topic", durable=True)
    queue = channel.queue_declare("", exclusive=True).method.queue
    channel.queue_bind(queue, "pika-events", "order.*.paid")
    channel.basic_publish("pika-events", "order.7.paid", b"paid", mandatory=True)
    check("routed", channel.basic_get(queue, auto_ack=True)[2] == b"paid")
    try:
        channel.basic_publish("pika-events", "order.7.sent", b"sent", mandatory=True)
        sys.exit("wrong: an unroutable message did not return")
    except pika.exceptions.UnroutableError as error:
        check("returned", error.messages[0].body == b"sent" and error.messages[0].method.reply_code == 312)
    channel.exchange_delete("pika-events")


def dead_lettered(channel):
    """A rejected message goes to the dead-letter queue and tells why."""
    channel.queue_declare("pika-dead", durable=True)
    channel.queue_declare("pika-work", durable=True, arguments={
        "x-dead-letter-exchange": "", "x-dead-letter-routing-key": "pika-dead", "x-max-length": 100})
    channel.basic_publish("", "pika-work", b"bad")
    method, _, _ = channel.basic_get("pika-work")
    channel.basic_nack(method.delivery_tag, requeue=False)
    await_that("a dead letter", lambda: channel.queue_declare("pika-dead", passive=True).method.message_count == 1)
    _, properties, _ = channel.basic_get("pika-dead", auto_ack=True)
    check("x-death", properties.headers["x-death"][0]["reason"] == "rejected")
    channel.queue_delete("pika-work")
    channel.queue_delete("pika-dead")


def committed(connection):
    """A transaction."""
    channel = connection.channel()
    queue = channel.queue_declare("", exclusive=True).method.queue
    channel.tx_select()
    channel.basic_publish("", queue, b"kept")
    channel.tx_commit()
    channel.basic_publish("", queue, b"forgotten")
    channel.tx_rollback()
    check("commit", channel.queue_declare(queue, passive=True).method.message_count == 1)
    channel.close()


def publish(channel, first, last):
    for number in range(first, last):
        channel.basic_publish("", "pika-orders", b"m%d" % number, pika.BasicProperties(delivery_mode=2), mandatory=True)


def consume(channel, seen, until):
    """Takes messages, acknowledges each, and notes which came again."""
    for method, _, body in channel.consume("pika-orders", inactivity_timeout=PATIENCE):
        if method is None:
            sys.exit("never: %d messages; %d came" % (until, len(seen)))
        number = int(body[1:])
        if number in seen:
            check("m%d came twice without being marked" % number, method.redelivered)
        seen.setdefault(number, method.redelivered)
        channel.basic_ack(method.delivery_tag)
        if len(seen) == until:
            break
    channel.cancel()


def main():
    cluster = Cluster(sys.argv[1])
    cluster.ask("PUT", "/policies/%2F/pika", {
        "pattern": "^pika-", "definition": {"ha-mode": "all", "ha-sync-mode": "automatic"}})
    near, far = cluster.nodes[0], cluster.nodes[-1]
    with cluster.connect(far) as declaring:
        declaring.channel().queue_declare("pika-orders", durable=True)
    await_that("two synchronised mirrors",
               lambda: len(cluster.queue("pika-orders").get("synchronised_slave_nodes") or []) == 2)
    connection = cluster.connect(near)
    publishing = connection.channel()
    publishing.confirm_delivery()
    everyday(publishing)
    wrong(connection)
    routed(publishing)
    dead_lettered(publishing)
    committed(connection)
    consuming = connection.channel()
    consuming.basic_qos(prefetch_count=20)
    seen = {}
    publish(publishing, 0, MESSAGES // 2)
    consume(consuming, seen, MESSAGES // 4)
    master = cluster.queue("pika-orders")["node"]
    check("the master is elsewhere", master == far["name"])
    cluster.kill(master)
    publish(publishing, MESSAGES // 2, MESSAGES)
    consume(consuming, seen, MESSAGES)
    check("another master", cluster.queue("pika-orders")["node"] != master)
    check("order", list(seen) == sorted(seen))
    await_that("an empty queue",
               lambda: publishing.queue_declare("pika-orders", passive=True).method.message_count == 0)
    check("nothing is left", publishing.queue_delete("pika-orders").method.message_count == 0)
    connection.close()
    print("everything came; %d redelivered" % sum(1 for again in seen.values() if again))


if __name__ == "__main__":
    main()
