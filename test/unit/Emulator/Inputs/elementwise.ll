; Divergence, loops, a local array, calls, a switch, constant and global variables.
target triple = "nvptx64-nvidia-cuda"
declare i32 @llvm.nvvm.read.ptx.sreg.tid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
declare i32 @llvm.nvvm.read.ptx.sreg.ntid.x()

@table = internal addrspace(4) constant [8 x i32] [i32 3, i32 -1, i32 4, i32 -1, i32 5, i32 -9, i32 2, i32 -6]
@offsets = addrspace(1) global [4 x float] [float 0.5, float 1.5, float 2.5, float 3.5]

define internal i32 @index() {
  %t = call i32 @llvm.nvvm.read.ptx.sreg.tid.x()
  %b = call i32 @llvm.nvvm.read.ptx.sreg.ctaid.x()
  %n = call i32 @llvm.nvvm.read.ptx.sreg.ntid.x()
  %m = mul i32 %b, %n
  %i = add i32 %m, %t
  ret i32 %i
}

; y[i] = a * x[i] + y[i], in f32
define ptx_kernel void @saxpy(ptr addrspace(1) %x, ptr addrspace(1) %y, float %a, i32 %n) {
  %i = call i32 @index()
  %in = icmp slt i32 %i, %n
  br i1 %in, label %body, label %end
body:
  %px = getelementptr float, ptr addrspace(1) %x, i32 %i
  %py = getelementptr float, ptr addrspace(1) %y, i32 %i
  %vx = load float, ptr addrspace(1) %px
  %vy = load float, ptr addrspace(1) %py
  %p = fmul float %a, %vx
  %s = fadd float %p, %vy
  store float %s, ptr addrspace(1) %py
  br label %end
end:
  ret void
}

; The number of Collatz steps from x[i]: every lane leaves the loop at another time.
define ptx_kernel void @collatz(ptr addrspace(1) %x, i32 %n) {
  %i = call i32 @index()
  %in = icmp slt i32 %i, %n
  br i1 %in, label %start, label %end
start:
  %px = getelementptr i32, ptr addrspace(1) %x, i32 %i
  %first = load i32, ptr addrspace(1) %px
  br label %head
head:
  %v = phi i32 [ %first, %start ], [ %next, %join ]
  %steps = phi i32 [ 0, %start ], [ %more, %join ]
  %done = icmp ule i32 %v, 1
  br i1 %done, label %out, label %choose
choose:
  %bit = and i32 %v, 1
  %odd = icmp ne i32 %bit, 0
  br i1 %odd, label %up, label %down
up:
  %three = mul i32 %v, 3
  %one = add i32 %three, 1
  store volatile i32 %one, ptr addrspace(1) %px
  br label %join
down:
  %half = lshr i32 %v, 1
  store volatile i32 %half, ptr addrspace(1) %px
  br label %join
join:
  %next = phi i32 [ %one, %up ], [ %half, %down ]
  %more = add i32 %steps, 1
  br label %head
out:
  store i32 %steps, ptr addrspace(1) %px
  br label %end
end:
  ret void
}

define internal float @ratio(float %a, <4 x float> %v) noinline {
  %e = extractelement <4 x float> %v, i32 2
  %r = fdiv float %a, %e
  ret float %r
}

define internal float @nested(float %a) noinline {
  %v = insertelement <4 x float> zeroinitializer, float 3.0, i32 2
  %r = call float @ratio(float %a, <4 x float> %v)
  %s = fadd float %r, 1.0
  ret float %s
}

; Calls from lanes that have parted, a local array, tables, a switch.
define ptx_kernel void @mixed(ptr addrspace(1) %x, i32 %n, bfloat %bf, half %h) {
  %i = call i32 @index()
  %in = icmp slt i32 %i, %n
  br i1 %in, label %start, label %end
start:
  %p = getelementptr float, ptr addrspace(1) %x, i32 %i
  %v = load float, ptr addrspace(1) %p
  %array = alloca [8 x float]
  %m = and i32 %i, 7
  %ap = getelementptr float, ptr %array, i32 %m
  store volatile float %v, ptr %ap
  %w = load volatile float, ptr %ap
  %bff = fpext bfloat %bf to float
  %hf = fpext half %h to float
  %s1 = fadd float %w, %bff
  %s2 = fmul float %s1, %hf
  %tp = getelementptr [8 x i32], ptr addrspace(4) @table, i32 0, i32 %m
  %t = load i32, ptr addrspace(4) %tp
  %tf = sitofp i32 %t to float
  %s3 = fadd float %s2, %tf
  %o = and i32 %i, 3
  %op = getelementptr [4 x float], ptr addrspace(1) @offsets, i32 0, i32 %o
  %ov = load float, ptr addrspace(1) %op
  %s4 = fadd float %s3, %ov
  switch i32 %m, label %other [ i32 0, label %zero
                                i32 1, label %one
                                i32 2, label %two
                                i32 3, label %three
                                i32 4, label %four
                                i32 5, label %zero ]
zero:
  %c0 = call float @nested(float %s4)
  store float %c0, ptr addrspace(1) %p
  br label %end
one:
  %c1 = call float @ratio(float %s4, <4 x float> <float 1.0, float 2.0, float 7.0, float 8.0>)
  store float %c1, ptr addrspace(1) %p
  br label %end
two:
  store float 2.0, ptr addrspace(1) %p
  br label %end
three:
  %a = atomicrmw fadd ptr addrspace(1) %p, float %s4 seq_cst
  br label %end
four:
  %sq = fmul float %s4, %s4
  store float %sq, ptr addrspace(1) %p
  br label %end
other:
  %c2 = call float @nested(float %ov)
  store float %c2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}
