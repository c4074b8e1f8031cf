#!/bin/sh
# Tries the archive and the files of deploy/ on a real Debian: the units under systemd, the image by buildah, the site in 1 GB.
# As root on Debian, in four minutes: apt install debootstrap systemd-container buildah, `npm run package`, then
#   sh scripts/try-deploy.sh [a folder with Debian's base system, which is made where it is missing]
# Without a registry: the first stage of the Dockerfile is the archive that lies here, and Debian is the base system.
set -eu
archive=$PWD/plateworthy-linux-x64.tar.gz
folder=$(mktemp -d)
base=${1:-$folder/base}
trap 'rm -rf "$folder"' EXIT
[ -d "$base/etc" ] || debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,curl,iproute2 bookworm "$base"

echo '── the image'
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
image() { buildah --root "$folder/store" --runroot "$folder/run" "$@"; }
mkdir -p "$folder/context/package"
tar -xzf "$archive" -C "$folder/context/package"
tar -C "$base" -cf "$folder/context/debian.tar" .
printf 'FROM scratch\nADD debian.tar /\n' > "$folder/context/debian"
printf 'FROM scratch\nADD package /package\n' > "$folder/context/build"
image bud -t docker.io/library/debian:13-slim -f "$folder/context/debian" "$folder/context" > "$folder/log" 2>&1 || cat "$folder/log"
image bud -t localhost/build -f "$folder/context/build" "$folder/context" > "$folder/log" 2>&1 || cat "$folder/log"
sed -n '/^FROM debian/,$p' Dockerfile | sed 's,--from=build,--from=localhost/build,' > "$folder/context/site"
image bud --format docker -t plateworthy -f "$folder/context/site" "$folder/context"
container=$(image from --pull-never localhost/plateworthy)
image run "$container" -- sh -c 'id; node office.mjs keys make > /dev/null; touch x 2> /dev/null && exit 1; node scripts/compile.ts && echo Its pages answer.'
image rm "$container" > /dev/null

echo '── the units under systemd'
machine=$folder/machine
cp -a "$base" "$machine"
mkdir -p "$machine/srv/releases/first" "$machine/srv/releases/second"
for release in first second; do tar -xzf "$archive" -C "$machine/srv/releases/$release"; done
cat > "$machine/etc/systemd/system/try.service" <<'UNIT'
[Unit]
After=multi-user.target
[Service]
Type=oneshot
ExecStart=/bin/sh /root/try.sh
ExecStopPost=/bin/systemctl --no-block poweroff
UNIT
cat > "$machine/root/try.sh" <<'STEPS'
exec > /root/said 2>&1
set -eu
ready() { curl -fsS --retry 20 --retry-delay 1 --retry-connrefused localhost:3000/readyz && echo; }
useradd --system --no-create-home plateworthy
install -d -m 700 -o plateworthy -g plateworthy /var/lib/plateworthy /var/backups/plateworthy
echo 'SITE_URL=https://www.example.co.uk' > /etc/plateworthy.env
ln -sfn /srv/releases/first /srv/plateworthy
systemctl enable --now /srv/plateworthy/deploy/plateworthy.service && ready
for job in backup archive; do
  systemctl link /srv/plateworthy/deploy/plateworthy-$job.service
  systemctl enable --now /srv/plateworthy/deploy/plateworthy-$job.timer
  systemctl start plateworthy-$job
done
ls /var/backups/plateworthy
/srv/plateworthy/deploy/office doctor || true
ln -sfn /srv/releases/second /srv/plateworthy && systemctl daemon-reload && systemctl restart plateworthy && ready
systemctl kill --signal=KILL plateworthy && sleep 3 && ready
systemctl stop plateworthy && systemctl show plateworthy -p Result -p NRestarts
systemd-analyze security --no-pager plateworthy plateworthy-backup plateworthy-archive
echo The units work.
STEPS
ln -s ../try.service "$machine/etc/systemd/system/multi-user.target.wants/try.service"
timeout 180 systemd-nspawn -q -D "$machine" --private-network --register=no --keep-unit --boot < /dev/null > "$folder/log" 2>&1
cat "$machine/root/said"
tail -1 "$machine/root/said" | grep -q 'The units work.'

echo '── the site with 1 GB, of which this is the most that it had, with what the system kept of files'
group=/sys/fs/cgroup/memory/plateworthy-try
[ -d "${group%/*}" ] || { echo 'Not tried: it needs cgroups of version 1.'; exit 0; }
mkdir -p "$group" && echo 1G > "$group/memory.limit_in_bytes"
release=$machine/srv/releases/first
sh -c "echo \$\$ > $group/cgroup.procs; cd '$release' && exec node_modules/.bin/node scripts/compile.ts"
cat "$group/memory.max_usage_in_bytes" && rmdir "$group"
